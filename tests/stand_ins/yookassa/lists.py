"""Lists of objects, newest first, with filters and a cursor."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from operator import ge, gt, le, lt
from typing import Any, Final

from tests.stand_ins.yookassa.errors import make_invalid
from tests.stand_ins.yookassa.objects import StoredPayment, StoredRefund
from tests.stand_ins.yookassa.requests import read_limit

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "gte": ge,
    "gt": gt,
    "lte": le,
    "lt": lt,
}
_CREATED: Final = frozenset(f"created_at.{name}" for name in _COMPARISONS)
_CAPTURED: Final = frozenset(f"captured_at.{name}" for name in _COMPARISONS)
PAYMENT_FILTERS: Final = _CREATED | _CAPTURED | {"status", "payment_method"}
REFUND_FILTERS: Final = _CREATED | {"status", "payment_id"}


def make_page(
    items: Sequence[StoredPayment | StoredRefund],
    params: Mapping[str, str],
    filters: frozenset[str],
) -> dict[str, Any]:
    """Return a page of the items that pass the filters, newest first."""
    limit = read_limit(params)
    for name in params.keys() - filters - {"limit", "cursor"}:
        raise make_invalid(name, "Unknown parameter.")
    found = [item for item in items if _passes(item, params, filters)]
    found.sort(key=lambda item: (item.created_at, item.id), reverse=True)
    start = _find_start(found, params.get("cursor", ""))
    page: dict[str, Any] = {
        "type": "list",
        "items": [item.to_document() for item in found[start : start + limit]],
    }
    if start + limit < len(found):
        page["next_cursor"] = found[start + limit].id
    return page


def _find_start(items: Sequence[StoredPayment | StoredRefund], cursor: str) -> int:
    if not cursor:
        return 0
    for index, item in enumerate(items):
        if item.id == cursor:
            return index
    raise make_invalid("cursor")


def _passes(
    item: StoredPayment | StoredRefund, params: Mapping[str, str], filters: frozenset[str]
) -> bool:
    for name in filters & params.keys():
        field, _, comparison = name.partition(".")
        value = getattr(item, field, None)
        if not comparison:
            if field != "payment_method" and value != params[name]:
                return False
        elif value is None or not _COMPARISONS[comparison](value, _parse_time(name, params[name])):
            return False
    return True


def _parse_time(name: str, text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise make_invalid(name) from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
