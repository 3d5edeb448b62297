"""The machines of a Dask cluster, as an executor that plays chunks as the processes of one machine do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from concurrent.futures import CancelledError, Executor
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from generator.ground.problems import Failed, error

if TYPE_CHECKING:
    from distributed import Client

WAIT_S = 5
"""Seconds in which a scheduler has to answer."""
_PACKAGE = "pnp-generator"
_WHERE = "--scheduler"
_KEPT = "The games so far are kept: see that the cluster works, and run it again."


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """All workers of the cluster whose scheduler listens at an address, such as `tcp://10.0.0.5:8786`.

    Raises Failed where the library is missing, nobody listens, a machine has no pnp or another version of
    it, and where the block around it loses the scheduler or one worker after the other.
    """
    try:
        from distributed import KilledWorker
    except ImportError:
        mend = 'Install it: pip install "pnp-generator[cluster]".'
        raise Failed(
            error(_WHERE, "The library distributed, which reaches clusters, is missing.", mend)
        ) from None
    with _unheard(), closing(_client(address)) as client:
        _check_machines(client, address)
        try:
            yield client.get_executor(pure=False)
        except CancelledError:
            raise Failed(error(_WHERE, f"The scheduler at {address} is lost.", _KEPT)) from None
        except KilledWorker:
            fault = "One worker after the other was ended while it played the same games."
            raise Failed(error(_WHERE, fault, _KEPT)) from None


@contextmanager
def _unheard() -> Iterator[None]:
    """Problems say what the library logs of connections that are lost."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _client(address: str) -> Client:
    """Raises Failed if no scheduler answers."""
    from distributed import Client

    try:
        asyncio.run(asyncio.wait_for(_answer(address), WAIT_S))
        return Client(address, timeout=WAIT_S, set_as_default=False)
    except (OSError, ValueError):
        fault = f"No scheduler of a Dask cluster listens at “{address}”."
        mend = "Start one there with dask scheduler, or correct the address: --scheduler HOST:8786."
        raise Failed(error(_WHERE, fault, mend)) from None


async def _answer(address: str) -> None:
    """A client alone would wait without end for somebody who takes the call and says nothing."""
    from distributed import rpc

    async with rpc(address, timeout=WAIT_S) as scheduler:
        await scheduler.identity()


def _check_machines(client: Client, address: str) -> None:
    """Raises Failed if a machine of the cluster cannot play as this one does, or if there is no worker."""
    machines: Any = client.get_versions(packages=[_PACKAGE])  # awaited only by clients that are asynchronous
    here = _version(machines["client"])
    others = {f"The scheduler at {address}": machines["scheduler"]}
    others |= {f"The worker at {name}": facts for name, facts in machines["workers"].items()}
    mend = f"Install it there, in the environment of dask: pip install {_PACKAGE}=={here}."
    problems = [
        error(_WHERE, f"{name} has {_named(_version(facts))}; here it is {here}.", mend)
        for name, facts in others.items()
        if _version(facts) != here
    ]
    if not machines["workers"]:
        start = f"Start one: dask worker {address} --nthreads 1."
        problems.append(error(_WHERE, f"The cluster at {address} has no worker.", start))
    if problems:
        raise Failed(*problems)


def _version(facts: Mapping[str, Any]) -> str | None:
    """The version of pnp on a machine; None if there is none."""
    version: str | None = facts["packages"].get(_PACKAGE)
    return version


def _named(version: str | None) -> str:
    return f"pnp {version}" if version is not None else "no pnp"
