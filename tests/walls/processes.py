"""What a running service takes of the machine: processor time, memory, and time spent waiting for a processor."""

import os
from pathlib import Path

_TICK = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children = [int(child) for task in _tasks(pid) for child in (task / "children").read_text(encoding="ascii").split()]
    return [pid, *(each for child in children for each in family(child))]


def processor_seconds(pid: int) -> float:
    """Time of processors that a process and its descendants have had, in all their threads."""
    return sum(_scheduled(task)[0] for each in family(pid) for task in _tasks(each))


def waiting_seconds(pid: int) -> float:
    """How long the first threads of a process and its descendants, which run their event loops, waited for a processor."""
    return sum(_scheduled(Path(f"/proc/{each}"))[1] for each in family(pid))


def resident_bytes(pid: int) -> int:
    """Memory of a process and its descendants."""
    return sum(int(Path(f"/proc/{each}/statm").read_text(encoding="ascii").split()[1]) for each in family(pid)) * _TICK


def _tasks(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


def _scheduled(folder: Path) -> tuple[float, float]:
    try:
        running, waiting, _ = (folder / "schedstat").read_text(encoding="ascii").split()
    except FileNotFoundError:  # a thread that has ended meanwhile
        return 0.0, 0.0
    return int(running) / 1e9, int(waiting) / 1e9
