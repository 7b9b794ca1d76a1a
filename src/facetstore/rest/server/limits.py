"""What one connection may take of the server, and how many there may be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """Sizes are in bytes. Times are half a second below what is promised, so that the client sees them kept."""

    header_bytes: int = 32 << 10
    """The request line and all headers together."""
    header_seconds: float = 9.5
    """From the first byte of a request, or from the connection to the first byte."""
    idle_seconds: float = 75
    """Between two requests."""
    body_seconds: float = 29.5
    """For a body of up to `body_free` bytes; one second more for each further `body_pace`."""
    body_free: int = 1 << 20
    body_pace: int = 64 << 10
    slow_seconds: float = 9.5
    """How long a body may come more slowly than `slow_rate`."""
    slow_rate: int = 1 << 10
    """Bytes a second: of a body that is sent, and of an answer that is read."""
    unread_seconds: float = 60
    """How long an answer may be read more slowly than `slow_rate`."""
    body_bytes: int = 10 << 20
    """What is read of a body after its request was answered."""
    requests_ahead: int = 8
    """Requests that are read while the first of them is not answered, or that come in one piece. Parsing and refusing them takes
    time that all connections share, and each takes memory until it is answered."""
    connections: int = 800
    """Connections of one process. Further ones get a 503, but for health checks."""
    connections_of_address: int = 400
    """Connections of one address, or IPv6 network of 64 bits, that is no trusted proxy. Further ones count as beyond the limit."""
    spare_connections: int = 100
    """Connections beyond that which still get an answer. Further ones are closed without one."""

    def body_allowance(self, received: int) -> float:
        """Seconds that a body may take of which this many bytes have come."""
        return self.body_seconds + max(0, received - self.body_free) / self.body_pace
