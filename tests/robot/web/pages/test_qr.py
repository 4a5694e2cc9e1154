"""Addresses as QR codes: what a phone reads in them."""

import re

import cv2
import numpy as np

from robot.web.addresses import BLACK_ON_WHITE, HALVES, RESET, code_lines, code_svg

ADDRESS = "https://192.168.178.23:8080/pair?code=123456"


def test_a_phone_reads_the_code_of_a_terminal_and_of_a_page() -> None:
    modules = {letter: halves for halves, letter in HALVES.items()}
    rows: list[list[bool]] = []
    for line in code_lines(ADDRESS):
        letters = line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET)
        rows.extend([modules[letter][half] for letter in letters] for half in (0, 1))
    svg = code_svg(ADDRESS)
    dots = np.zeros([int(svg.partition('viewBox="0 0 ')[2].partition(" ")[0])] * 2, bool)
    for x, y in re.findall(r"M(\d+) (\d+)h1v1", svg):
        dots[int(y), int(x)] = True
    for dark in (np.array(rows), dots):
        picture = np.pad(np.kron(np.where(dark, 0, 255), np.ones((8, 8))), 40, constant_values=255).astype(np.uint8)
        assert cv2.QRCodeDetectorAruco().detectAndDecode(picture)[0] == ADDRESS
