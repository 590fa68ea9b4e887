"""Opens rooms: one container a trial, each with the door of its own slot."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

from skilleval.domain.policy import Limits
from skilleval.engine.client import Engine
from skilleval.engine.containers import Door, create_room, start
from skilleval.engine.labels import labels_of, remove_container
from skilleval.errors import SandboxError
from skilleval.execution.sandboxes.docker.room import DockerSandbox, Room
from skilleval.execution.sandboxes.docker.room_settings import DOOR_FOLDER, PORT, environment, room_spec


class Doors(Protocol):
    """Who puts the gateway's socket into a slot's folder. Blocking calls."""

    def open(self, slot: int, trial_id: str) -> None:
        """Put a new socket into the slot; what comes through it is that trial's."""

    def close(self, slot: int) -> None:
        """Take the socket away and end what still runs through it."""


@dataclass(frozen=True)
class Slot:
    """A place for one room at a time: the volume, or the folder on the engine's machine, in which its socket
    appears.
    """

    number: int
    source: str = ""

    def door(self) -> Door | None:
        """Return the mount, or None when rooms have no gateway."""
        return Door(DOOR_FOLDER, self.source) if self.source else None


class DockerSandboxes:
    """Opens rooms that are containers. Without `doors` a room reaches nothing at all.

    The next container of a slot is created while the current one runs, so `close` it at the end.
    """

    name = "docker"
    isolated = True

    def __init__(
        self,
        engine: Engine,
        image: str,
        *,
        slots: Sequence[Slot],
        doors: Doors | None = None,
        spares: bool = True,
    ) -> None:
        """Take an engine, the tag of a sandbox image, and as many slots as rooms may be open at once."""
        self._engine = engine
        self._image = image
        self._doors = doors
        self._spares_wanted = spares
        self._labels = labels_of(engine)
        self._lock = threading.Lock()
        self._free = list(slots)
        self._spares: dict[int, tuple[Limits, Future[str]]] = {}

    @asynccontextmanager
    async def open(self, trial_id: str, limits: Limits) -> AsyncIterator[DockerSandbox]:
        """Open a room; leaving kills everything in it and removes it with its folders."""
        slot = await self._take_slot()
        created: Future[str] | None = None
        try:
            await self._engine.call(lambda: self._open_door(slot, trial_id))
            created = await self._created(slot, limits)
            container = await asyncio.wrap_future(created)
            await self._engine.call(lambda: start(self._engine, container))
            self._prepare_spare(slot, limits)
            port = PORT if slot.source else 0
            seen = environment(has_door=bool(port))
            sandbox = DockerSandbox(Room(self._engine, container, limits, seen, port))
            try:
                yield sandbox
            finally:
                sandbox.close()
        finally:
            await self._leave(slot, created)

    async def _leave(self, slot: Slot, created: "Future[str] | None") -> None:
        """Remove the room, then its door, then give the slot back, also while being cancelled."""

        def leave() -> None:
            if created:
                self._discard(created)
            if self._doors:
                self._doors.close(slot.number)

        try:
            await self._engine.call(leave)
        finally:
            with self._lock:
                self._free.append(slot)

    def _open_door(self, slot: Slot, trial_id: str) -> None:
        if self._doors:
            self._doors.open(slot.number, trial_id)

    async def _take_slot(self) -> Slot:
        while True:
            with self._lock:
                if self._free:
                    return self._free.pop(0)
            await asyncio.sleep(0.02)

    async def _created(self, slot: Slot, limits: Limits) -> "Future[str]":
        """Return the container being created, or that was created ahead; a future, so that none is lost."""
        with self._lock:
            spare = self._spares.pop(slot.number, None)
        if spare is None:
            return self._create(slot, limits)
        made_for, future = spare
        if made_for == limits:
            return future
        await self._engine.call(lambda: self._discard(future))
        return self._create(slot, limits)

    def _create(self, slot: Slot, limits: Limits) -> "Future[str]":
        spec = room_spec(self._image, limits, slot.door(), self._labels)
        return self._engine.submit(lambda: create_room(self._engine, spec))

    def _discard(self, created: "Future[str]") -> None:
        try:
            container = created.result()
        except SandboxError:  # never came to be, and whoever waited for it was told
            return
        remove_container(self._engine, container)

    def _prepare_spare(self, slot: Slot, limits: Limits) -> None:
        if self._spares_wanted:
            with self._lock:
                self._spares[slot.number] = (limits, self._create(slot, limits))

    def close(self) -> None:
        """Remove the containers that were created ahead. Blocks."""
        self._spares_wanted = False
        with self._lock:
            spares, self._spares = list(self._spares.values()), {}
        for _, future in spares:
            self._discard(future)
