"""Builds the guide into a folder: `python -m script.lib.guide FOLDER`. `hatch_build.py` calls it when a source changed."""

import sys
from pathlib import Path

from script.lib.guide.build import build

build(Path(sys.argv[1]))
