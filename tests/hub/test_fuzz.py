"""Whatever is sent to the hub's endpoints, by its schema or against it: never a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from controller.publish.messages import WireError
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import KALAH, PlayingTable

EXAMPLES = 25
#: Loaded here: in Python 3.11 a module that is compiled while others end may fail (gh-106905).
_LOADED = OpenApiSchema
NEGATIVE = schemathesis.GenerationMode.NEGATIVE
CALM = settings(
    max_examples=EXAMPLES,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    """A hall in which something is going on."""
    with serving_hall(tmp_path_factory.mktemp("hall"), gnubg="no-such-program") as running:
        running.connect(PlayingTable("t1"), PlayingTable("t2"))
        _begin(running)
        yield running


def _begin(hall: ServedHall) -> None:
    rules = {"title": "Open", "format": "swiss", "rounds": 2, "game": "kalah", "options": KALAH}
    hall.direct(
        "/api/competitions", {"do": "create", "competition": "open", "tables": ["t1"], **rules}
    )
    for name in ("Ann", "Bob"):
        hall.direct("/api/competitions", {"do": "enter", "competition": "open", "player": name})
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    hall.direct("/api/competitions/open/send", {})


def _paths() -> list[tuple[str, str]]:
    """Every endpoint, told by an app that is never run."""
    from controller.hub.web.after import AfterEndpoints
    from controller.hub.web.competitions import DeskEndpoints
    from controller.hub.web.tables import TableEndpoints

    nothing: Any = None
    endpoints = [*TableEndpoints(nothing).endpoints(), *DeskEndpoints(nothing, nothing).endpoints()]
    endpoints += AfterEndpoints(nothing).endpoints()
    return [(endpoint.method, endpoint.path) for endpoint in endpoints]


@pytest.mark.parametrize(("method", "path"), _paths())
@pytest.mark.parametrize("who", ["director", "spectator"])
def test_no_door_breaks(hall: ServedHall, method: str, path: str, who: str) -> None:
    """Requests by the schema and against it are answered as the schema says, with no 5xx."""
    if path == "/api/keys" and who == "director":
        pytest.skip("new keys would lock the test itself out; its refusals are tested by words")
    schema = schemathesis.openapi.from_dict(hall.ask("/api/schema.json").json)
    operation = schema[path][method]
    headers = {"Authorization": f"Bearer {hall.director}"} if who == "director" else {}
    operation.schema.config.update(base_url=hall.url)

    @CALM
    @given(
        case=operation.as_strategy() | operation.as_strategy(generation_mode=NEGATIVE),
        there=st.booleans(),
    )
    def fuzz(case: Any, there: bool) -> None:
        if there:
            _settle_paths(case)
        case.headers = {**(case.headers or {}), **headers}
        if who == "spectator":
            case.headers.pop("Authorization", None)
        response = case.call(base_url=hall.url, timeout=30)
        checks = [
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ]
        case.validate_response(response, checks=checks)

    fuzz()


def _settle_paths(case: Any) -> None:
    """Let the path name what is there, so that the rest matters."""
    names = {"table": "t1", "competition": "open"}
    case.path_parameters = {
        key: names.get(key, value) for key, value in (case.path_parameters or {}).items()
    }


_KEYS = st.sampled_from(["do", "command", "by", "competition", "round", "board", "role", "table"])
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(CALM, max_examples=150)
@given(
    path=st.sampled_from([path for method, path in _paths() if method == "POST"]),
    body=st.binary(max_size=60) | _JSON,
)
def test_any_body_is_answered_in_words(hall: ServedHall, path: str, body: Any) -> None:
    """Bytes and objects of every kind: refused, or done, never a fault."""
    if path == "/api/keys":
        return
    where = path.format(table="t1", competition="open")
    if isinstance(body, bytes):
        headers = {"Authorization": f"Bearer {hall.director}"}
        reply = hall.served.ask(where, body, headers)
    else:
        reply = hall.ask(where, body, hall.director)
    assert reply.status < 500, (where, body, reply.body)
    if reply.status != 200:
        assert reply.error.endswith(".")


@settings(CALM, max_examples=200)
@given(
    leaf=st.sampled_from(["status", "state", "events", "answers"]), payload=st.binary(max_size=80)
)
def test_any_message_of_a_table_is_taken_or_refused(
    hall: ServedHall, leaf: str, payload: bytes
) -> None:
    """Nothing that comes over the network stops the hub."""

    def hear() -> None:
        try:
            hall.hub.hear("t9", leaf, payload)
        except WireError:
            return  # what the link logs

    hall.do(hear)
    assert hall.ask("/api/hall").status == 200
