"""Broken and hostile BPMN files, and a program that reads them and prints what the costliest of them takes."""

import json
import resource
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from random import Random

from facetstore.bpmn.bpmn_model import NotBpmn
from facetstore.bpmn.file_parsing import parse_bpmn
from tests.bpmn.bpmn_files import ORDER, random_file, wrapped

_BOMB = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))


def hostile(seed: int) -> bytes:
    """One of many files that are wrong, or right and costly."""
    random = Random(seed)
    number = random.choice((10, 1000, 50_000, 70_000))
    match seed % 20:
        case 0:
            return f"<!DOCTYPE d [<!ENTITY l0 'x'>{_BOMB}]><d>&l9;</d>".encode()
        case 1:
            return f"<!DOCTYPE d SYSTEM 'file:///etc/hostname'><d>{number}</d>".encode(
                random.choice(("utf-8", "utf-16"))
            )
        case 2:
            return wrapped("<task>" * number)
        case 3:
            return wrapped("<process>" + "<task/>" * number + "</process>")
        case 4:
            return wrapped("<process>" + "<subProcess>" * 99 + "</subProcess>" * 99 + "</process>")
        case 5:
            return wrapped(
                f"<process><task {' '.join(f'a{n}=' + chr(34) + 'x' + chr(34) for n in range(number))}/></process>"
            )
        case 6:
            return wrapped(f'<process><task name="{"x" * number * 100}"/></process>')
        case 7:
            return wrapped(
                "<process>" + "".join(f'<task id="{random.randint(0, 9)}"/>' for _ in range(2000)) + "</process>"
            )
        case 8:
            flows = "".join(
                f'<sequenceFlow id="f{n}" sourceRef="a" targetRef="b"/>' for n in range(min(number, 20_000))
            )
            return wrapped(f'<process><task id="a"/><task id="b"/>{flows}</process>')
        case 9:
            names = "".join(f' xmlns:n{n}="urn:{n}"' for n in range(min(number, 20_000)))
            return wrapped("<process><task/><task/></process>", root=names)
        case 10:
            return b"\xef\xbb\xbf" * random.randint(1, 5) + ORDER
        case 11:
            return ORDER[: random.randrange(len(ORDER))]
        case 12:
            return ("\ufeff" + ORDER.decode().replace("UTF-8", random.choice(("UTF-7", "x", "EBCDIC-CP-US")))).encode(
                "utf-16"
            )
        case 13:
            return random.randbytes(number)
        case 14:
            return wrapped(f"<process><!--{'-' * number}--><![CDATA[{']' * number}</process>")
        case 15:
            lanes = "".join(
                f'<lane name="l{n}"><flowNodeRef>t</flowNodeRef></lane>' for n in range(min(number, 20_000))
            )
            return wrapped(f'<process><laneSet>{lanes}</laneSet><task id="t"/></process>')
        case 16:
            return wrapped("<process><startEvent>" + "<timerEventDefinition/>" * 20_000 + "</startEvent></process>")
        case 17:
            return wrapped('<import importType="x" namespace="x" location="http://127.0.0.1:9/x"/><process/>')
        case 18:
            return b"P" * 10_000_001
    data = bytearray(random_file(random))
    for _ in range(random.randint(1, 30)):
        data[random.randrange(len(data))] = random.randrange(256)
    return bytes(data)


def _costs(seeds: range) -> Iterator[dict[str, float]]:
    for seed in seeds:
        data = hostile(seed)
        memory, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        with suppress(NotBpmn):
            parse_bpmn(data)
        seconds = time.process_time() - start
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
        yield {"seed": seed, "seconds": seconds, "megabytes": grown / 1024}


if __name__ == "__main__":
    parse_bpmn(ORDER)
    print(json.dumps(list(_costs(range(int(sys.argv[1]))))))
