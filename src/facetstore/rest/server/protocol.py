"""The protocol that the server runs: bounded connections, whose requests go through the gate of the application."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from facetstore.rest.server.bounded import BoundedProtocol
from facetstore.rest.server.gate import Gate, Place
from facetstore.rest.server.refusals import overloaded_bytes


class ServerProtocol(BoundedProtocol):
    """Lets requests in as far as there is room. An application without a `gate` is open to all."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate: Gate | None = getattr(self.app, "gate", None)
        self._place: Place | None = None
        self._begun: RequestResponseCycle | None = None
        """The request that was begun last. Uvicorn's `cycle` is the one that was read last, which may wait behind it."""
        self._is_surplus = False
        self._address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        surplus = len(self.connections) - self.limits.connections
        if self._gate is not None:
            self._address = self._gate.addresses.counted(self.client)
            of_address = self._gate.addresses.enter(self._address)
            surplus = max(surplus, of_address - self.limits.connections_of_address)
        self._is_surplus = surplus > 0
        if surplus > self.limits.spare_connections:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._gate is not None:
            self._gate.addresses.leave(self._address)
        if (begun := self._begun) is not None and not begun.response_complete:
            begun.disconnected = True
            begun.message_event.set()

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        place = self._place_of_cycle
        if place is not None and not place.hold(len(body)) and not self.cycle.response_started:
            self._withdraw(self.cycle)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if (place := self._place_of_cycle) is None:
            return
        if place.is_free or self.cycle.response_started:
            place.take()
        else:
            self._withdraw(self.cycle)

    @property
    def _place_of_cycle(self) -> Place | None:
        """The place of the request that is being received, if it is being answered already."""
        return None if self.pipeline or self.cycle.response_complete else self._place

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._place is not None:
            self._place.pause()  # while the client does not read, its request is no work

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._place is not None:
            self._place.resume()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        gate, self._begun = self._gate, cycle
        self._place = place = gate.place(cycle.scope["path"]) if gate is not None else None
        if gate is None or place is None:
            cycle.keep_alive = cycle.keep_alive and not self._is_surplus
            super()._start_asgi_task(cycle, app)
        elif self._is_surplus or not place.is_free:
            gate.count_refusal()
            self._refuse(cycle)
        else:
            if not cycle.more_body:
                place.take()  # else when all of it has come: a slow client keeps no one else out
            task = self.loop.create_task(self._run(gate, place, cycle, app))
            task.add_done_callback(self.tasks.discard)
            self.tasks.add(task)

    async def _run(self, gate: Gate, place: Place, cycle: RequestResponseCycle, app: Any) -> None:
        try:
            if gate.is_behind:
                await gate.turn(place.tenant, self.loop)
            if not cycle.disconnected:
                await cycle.run_asgi(app)
        finally:
            place.leave()

    def _withdraw(self, cycle: RequestResponseCycle) -> None:
        """Refuse a request that the application has begun. To the application it looks as if the client had gone."""
        assert self._gate is not None, "there is a place"
        self._gate.count_refusal()
        cycle.disconnected = True
        cycle.message_event.set()
        self._refuse(cycle)

    def _refuse(self, cycle: RequestResponseCycle) -> None:
        """Answer 503. The connection stays: a new one would cost more than the next request on this one."""
        # One who does not read is not sent refusals without end.
        is_unread = self.flow.write_paused
        close = self._is_surplus or not cycle.keep_alive or cycle.waiting_for_100_continue or is_unread
        accept = next((value for name, value in cycle.scope["headers"] if name == b"accept"), b"")
        answer = overloaded_bytes(accept, head=cycle.scope["method"] == "HEAD", close=close)
        # At once, not at the end of the loop's turn, before which others are answered.
        self.transport.set_write_buffer_limits(high=0)
        self.transport.write(answer)
        self.transport.set_write_buffer_limits()
        cycle.response_started = cycle.response_complete = True
        self._place = None
        if close:
            self.transport.close()
        self.on_response_complete()
