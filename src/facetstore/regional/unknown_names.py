"""Unknown names, and the known names nearest to them."""

from collections.abc import Iterable


class UnknownRegionalName(LookupError):
    """A name that is not known; `nearest` holds the known names it may have meant."""

    def __init__(self, kind: str, name: str, nearest: Iterable[str]) -> None:
        self.name = name
        self.nearest = tuple(nearest)
        hint = f" Nearest: {', '.join(self.nearest)}." if self.nearest else ""
        super().__init__(f'No {kind} is called "{name}".{hint}')


def nearest_names(name: str, known: Iterable[str], *, limit: int = 3) -> tuple[str, ...]:
    """The known names that contain the name, then those that are similar, ignoring letter case."""
    from difflib import get_close_matches  # Loaded only for a wrong name.

    spelled = {each.casefold(): each for each in known}
    wanted = name.strip()[:100].casefold()  # Comparing takes time that grows with the length.
    holding = sorted((each for each in spelled if wanted and wanted in each), key=len)
    alike = get_close_matches(wanted, spelled, n=limit, cutoff=0.5)
    return tuple(spelled[each] for each in dict.fromkeys(holding + alike))[:limit]
