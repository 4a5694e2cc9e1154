#!/bin/sh
# A Python of a system with BITS that finds the modules named in HAS, and writes down how it makes an environment.
# That one finds the same if it sees the system's, and else those in the file `found` beside it.
here=$(dirname "$0")
case "$*" in
    *"version_info < (3, 11)"*) exit 0;;
    *"maxsize"*) [ "$BITS" = 64 ]; exit;;
    *"import ensurepip, venv"*) exit 0;;
    *"find_spec"*)
        [ ! -f "$here/found" ] || { cat "$here/found"; exit; }
        for name in $HAS; do echo "$name of the system"; done;;
    "-m venv"*)
        echo "$*" >> "$LOG"; mkdir -p "$VENV/bin"; cp "$0" "$VENV/bin/python"
        case "$*" in *--system-site-packages*) ;; *) : > "$VENV/bin/found";; esac;;
    *"import cv2"*) [ -z "$LACKS" ] || { echo "Traceback"; echo "ImportError: $LACKS"; exit 1; } >&2;;
    *"pip install"*) echo "installed ${*##*--editable }" >> "$LOG";;
esac
