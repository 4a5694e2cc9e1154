"""Addresses as QR codes: what a phone reads in them."""

import cv2
import numpy as np

from robot.web.pages.qr import BLACK_ON_WHITE, HALVES, RESET, code_lines

ADDRESS = "https://192.168.178.23:8080/pair?code=123456"


def test_a_phone_reads_the_code_of_a_terminal() -> None:
    modules = {letter: halves for halves, letter in HALVES.items()}
    rows: list[list[bool]] = []
    for line in code_lines(ADDRESS):
        letters = line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET)
        rows.extend([modules[letter][half] for letter in letters] for half in (0, 1))
    picture = np.where(np.array(rows), 0, 255).astype(np.uint8)
    picture = np.pad(np.kron(picture, np.ones((8, 8), np.uint8)), 40, constant_values=255)
    assert cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0] == ADDRESS
