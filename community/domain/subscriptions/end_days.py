"""Days until which something lasts, in the time zone of the site."""

from datetime import UTC, date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.errors import Invalid
from community.domain import site
from community.domain.subscriptions import policies
from community.i18n import gettext as _

# Midnight belongs to the next day, which pages and emails would name as the last one.
_END_OF_DAY: Final = time(23, 59, 59)


async def compute_end_of_day(session: AsyncSession, day: date, *, field: str) -> datetime:
    """Return the last second of a day that an administrator chose.

    Raises:
        Invalid: The day is over, or too far away. The error is that of the form field.
    """
    section = await site.get_settings_section(session, site.PaymentSettings)
    zone = ZoneInfo(section.time_zone)
    today = clock.now().astimezone(zone).date()
    if not 0 <= (day - today).days <= policies.MAX_GRANT_DAYS:
        raise Invalid.for_field(field, _("Choose a day in the next ten years."))
    return datetime.combine(day, _END_OF_DAY, zone).astimezone(UTC)
