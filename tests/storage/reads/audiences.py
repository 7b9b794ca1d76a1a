"""For whom a test reads: once for those who see drafts, and once for viewers."""

import pytest

audiences = pytest.mark.parametrize("drafts", [True, False], ids=["editor", "viewer"])
