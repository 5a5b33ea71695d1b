#!/usr/bin/env bash
# Runs once, while the image is built. With wheels/ complete it needs no network.
set -euo pipefail
root=${AUTOGRADER_ROOT:-/autograder}
here=$(dirname -- "${BASH_SOURCE[0]}")

for python in python3.13 python3.12 python3.11 python3; do
  if "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    found=$python
    break
  fi
done
if [[ -z ${found:-} ]]; then
  echo "Python 3.11 or newer with venv is needed: choose a newer base image in Gradescope." >&2
  exit 1
fi

"$found" -m venv "$root/venv"
offline=()
[[ -e $here/wheels/COMPLETE ]] && offline=(--no-index)
"$root/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
  "${offline[@]}" --find-links "$here/wheels" --requirement "$here/requirements.txt"
chmod 600 "$here/course/.grade-secret"
