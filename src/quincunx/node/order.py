"""A command on its way: a coroutine that runs at once as far as it comes, and goes on as soon as what it
waits for is there.

It is a task of asyncio's without what a command does not need: a name, a place in the list of all tasks, a
turn of the event loop before it begins and another one before somebody hears that it has ended. A server
carries out thousands a second.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Order(Generic[T]):
    """It cannot be cancelled. Nothing that it waits for may ask which task it is in: whatever sets itself a
    time limit needs a task of its own."""

    __slots__ = ("_done", "_work")

    def __init__(self, work: Coroutine[Any, None, T], done: Callable[[T | BaseException], None]) -> None:
        """Begin. ``done`` is called once with what the work returns or raises: perhaps before this returns,
        else in the event loop."""
        self._work = work
        self._done = done
        self._go_on()

    def _go_on(self, waited_for: object = None) -> None:
        outcome: T | BaseException
        try:
            waits_for = self._work.send(None)
        except StopIteration as end:
            outcome = end.value
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            outcome = error
        else:
            if waits_for is None:  # only for its turn
                asyncio.get_running_loop().call_soon(self._go_on)
            else:
                # What a future wants of whoever waits for it: to say that it has been noticed.
                waits_for._asyncio_future_blocking = False
                waits_for.add_done_callback(self._go_on)
            return
        self._done(outcome)
