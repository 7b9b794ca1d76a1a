"""As much of curl as the docs use, for machines that have none: `python -m tests.support.curl [OPTIONS] ADDRESS`."""

import argparse
import sys
from pathlib import Path

import httpx


def main() -> None:
    parser = argparse.ArgumentParser(prog="curl")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", action="append", default=[], metavar="HEADER")
    parser.add_argument("-o", metavar="FILE")
    parser.add_argument("-D", choices=["-"])
    parser.add_argument("-w", default="", metavar="FORMAT")
    parser.add_argument("address")
    given = parser.parse_args()
    pairs = [header.partition(":") for header in given.H]
    answer = httpx.get(given.address, headers=[(name, value.strip()) for name, _, value in pairs])
    if given.D:
        head = [f"HTTP/1.1 {answer.status_code}", *(f"{name}: {value}" for name, value in answer.headers.items()), ""]
        sys.stdout.write("".join(f"{line}\r\n" for line in head))
    if given.o:
        Path(given.o).write_bytes(answer.content)
    else:
        sys.stdout.write(answer.text)
    sys.stdout.write(given.w.replace("%{http_code}", str(answer.status_code)).replace("\\n", "\n"))


if __name__ == "__main__":
    main()
