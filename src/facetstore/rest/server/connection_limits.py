"""Limits of one connection, and of the number of connections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Sizes are in bytes. Times to send a request are half a second below the documented ones, so that clients see those held."""

    url_bytes: int = 36 << 10
    """The path and the query. The application says what is wrong with a query of more than 32 KB."""
    header_bytes: int = 32 << 10
    """All headers together."""
    header_seconds: float = 9.5
    """From the first byte of a request, or from the connection to the first byte."""
    idle_seconds: float = 75
    """Between two requests."""
    body_seconds: float = 29.5
    """For a body of up to `body_free` bytes; one second more for each further `body_pace`."""
    body_free: int = 1 << 20
    body_pace: int = 64 << 10
    slow_seconds: float = 9.5
    """How long a body may arrive more slowly than `slow_rate`."""
    slow_rate: int = 1 << 10
    """Bytes per second: of a body that is sent, and of a response that is read."""
    unread_seconds: float = 60
    """How long a response may be read more slowly than `slow_rate`."""
    body_bytes: int = 10 << 20
    """Bytes of a body, from its beginning, beyond which no more is read once its request was answered."""
    requests_ahead: int = 8
    """Pipelined requests: those read before the first of them is answered, or received in one chunk. Parsing and refusing them
    takes time that all connections share, and each takes memory until it is answered."""
    connections: int = 800
    """Connections of one process. Further ones get a 503, but for health checks."""
    connections_of_address: int = 400
    """Connections of one address (of IPv6 a /64 network), but for trusted proxies. Further ones count as beyond the limit."""
    spare_connections: int = 100
    """Connections beyond that which still get an answer. Further ones are closed without one."""

    def body_allowance(self, received: int) -> float:
        """Seconds that a body may take when this many bytes have arrived."""
        return self.body_seconds + max(0, received - self.body_free) / self.body_pace
