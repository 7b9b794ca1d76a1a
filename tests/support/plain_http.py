"""HTTP to services on this machine, without the certificates of the web: to read them takes longer than a request."""

import ssl
from typing import Final

NO_CERTIFICATES: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""The `verify` of clients of httpx that call `http://` addresses alone. An address of `https://` is refused by it."""
