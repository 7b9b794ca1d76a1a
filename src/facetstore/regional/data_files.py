"""The package's data files, read on first use."""

from functools import cache
from importlib.resources import files
from typing import Any


@cache
def data_file(name: str) -> dict[Any, Any]:
    """The mapping in a data file of this package; callers know its shape and must not change it."""
    import yaml  # Here and not above: importing the package must stay cheap.

    text = files(__package__).joinpath(name).read_text("utf-8")
    # libyaml is ten times as fast, and part of all wheels of PyYAML; only a build from source may lack it.
    loaded = yaml.load(text, Loader=yaml.CSafeLoader) if yaml.__with_libyaml__ else yaml.safe_load(text)
    assert isinstance(loaded, dict)
    return loaded
