"""The protocol that the server runs: bounded connections, whose requests go through the gate of the application."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from facetstore.rest.server.bounded_protocol import BoundedProtocol
from facetstore.rest.server.gate import Gate, Slot
from facetstore.rest.server.refusals import overloaded_bytes
from facetstore.rest.wire.call import HOLD, LEAVE

_BODY_HEADERS: Final = frozenset((b"content-length", b"transfer-encoding"))


class ServerProtocol(BoundedProtocol):
    """Accepts requests while there is room. An application without a `gate` accepts all."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate: Gate | None = getattr(self.app, "gate", None)
        self._slot: Slot | None = None
        self._begun: RequestResponseCycle | None = None
        """The request that was started last. Uvicorn's `cycle` is the one that was read last, which may wait behind it."""
        self._is_refused = False
        """Whether the request that is being received was refused by its headers."""
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

    def shutdown(self) -> None:
        super().shutdown()
        if self._gate is not None:
            self._gate.shut_down()  # responses that have no end are ended

    def on_headers_complete(self) -> None:
        gate = self._gate
        if gate is not None and gate.is_crowded and self._is_simple and not gate.is_open_to(self.url):
            self._refuse_early(gate)
        else:
            super().on_headers_complete()

    @property
    def _is_simple(self) -> bool:
        """Whether a request has no body and waits for no other one: it can be refused before a cycle is created for it."""
        if self._is_answering or self.pipeline or self.expect_100_continue or self.parser.should_upgrade():
            return False
        return _BODY_HEADERS.isdisjoint([name for name, _ in self.headers])

    def _refuse_early(self, gate: Gate) -> None:
        """Refuse a request at the cost of parsing it. Uvicorn's scope and cycle would cost twice as much."""
        gate.count_refusal()
        self._is_refused = True
        keep_alive = self.parser.get_http_version() != "1.0" and self.parser.should_keep_alive()
        self._write_refusal(self.headers, self.parser.get_method() == b"HEAD", keep_alive=keep_alive)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        slot = self._slot_of_cycle
        if slot is not None and not slot.hold(len(body)) and not self.cycle.response_started:
            self._withdraw(self.cycle)

    def on_message_complete(self) -> None:
        if self._is_refused:
            self._is_refused, self._receiving = False, None
            return
        super().on_message_complete()
        if (slot := self._slot_of_cycle) is None:
            return
        if slot.is_free or self.cycle.response_started:
            slot.take()
        else:
            self._withdraw(self.cycle)

    @property
    def _slot_of_cycle(self) -> Slot | None:
        """The slot of the request that is being received, if it is being answered already."""
        return None if self.pipeline or self.cycle.response_complete else self._slot

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._slot is not None:
            self._slot.pause()  # while the client does not read, its request needs no work

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._slot is not None:
            self._slot.resume()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        gate, self._begun = self._gate, cycle
        self._slot = slot = gate.slot(cycle.scope["path"]) if gate is not None else None
        if gate is None or slot is None:
            cycle.keep_alive = cycle.keep_alive and not self._is_surplus
            super()._start_asgi_task(cycle, app)
        elif self._is_surplus or not slot.is_free:
            gate.count_refusal()
            self._refuse(cycle)
        else:
            cycle.scope["state"][HOLD] = slot.hold
            cycle.scope["state"][LEAVE] = slot.leave
            if not cycle.more_body:
                slot.take()  # otherwise when all of it has arrived: a slow client must not block others
            task = self.loop.create_task(self._run(gate, slot, cycle, app))
            task.add_done_callback(self.tasks.discard)
            self.tasks.add(task)

    async def _run(self, gate: Gate, slot: Slot, cycle: RequestResponseCycle, app: Any) -> None:
        try:
            if gate.is_behind:
                await gate.turn(slot.tenant, self.loop)
            if not cycle.disconnected:
                await cycle.run_asgi(app)
        finally:
            slot.leave()

    def _withdraw(self, cycle: RequestResponseCycle) -> None:
        """Refuse a request that the application has begun. To the application it looks as if the client had disconnected."""
        assert self._gate is not None, "there is a slot"
        self._gate.count_refusal()
        cycle.disconnected = True
        cycle.message_event.set()
        self._refuse(cycle)

    def _refuse(self, cycle: RequestResponseCycle) -> None:
        """Answer 503 to a request that the server has begun to handle."""
        keep_alive = cycle.keep_alive and not cycle.waiting_for_100_continue
        cycle.response_started = cycle.response_complete = True
        self._write_refusal(cycle.scope["headers"], cycle.scope["method"] == "HEAD", keep_alive=keep_alive)

    def _write_refusal(self, headers: Iterable[tuple[bytes, bytes]], head: bool, *, keep_alive: bool) -> None:
        """Write a refusal. The connection stays open where it can: a new one would cost more than the next request on this one."""
        # A client that does not read must not get refusals without end.
        close = self._is_surplus or not keep_alive or self.flow.write_paused
        accept = dict(headers).get(b"accept", b"")
        # Send it at once, not at the end of the loop's turn, after other requests.
        self.transport.set_write_buffer_limits(high=0)
        self.transport.write(overloaded_bytes(accept, head=head, close=close))
        self.transport.set_write_buffer_limits()
        self._slot = None
        if close:
            self.transport.close()
        self.on_response_complete()
