"""The name, logo and colours of the site, as mails show them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.domain import site

LIGHT_CARD, DARK_CARD = "#ffffff", "#242220"
# The minimum contrast of text, WCAG 2.2, success criterion 1.4.3.
MIN_CONTRAST = 4.5
_STEPS = 20

_Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class MailBrand:
    """What all mails of the site have in common."""

    site_name: str
    site_url: str
    logo_url: str  # the absolute URL of the logo, or empty
    accent: str  # a colour that is legible on `LIGHT_CARD`, and under white text
    dark_accent: str  # a colour that is legible on `DARK_CARD`


async def get_brand(session: AsyncSession) -> MailBrand:
    view = await site.get_site_view(session)
    accent = view.accent_color or site.DEFAULT_ACCENT_COLOR
    return MailBrand(
        site_name=view.name,
        site_url=urls.absolute(urls.HOME),
        logo_url=_make_absolute(view.logo),
        accent=make_legible(accent, LIGHT_CARD),
        dark_accent=make_legible(accent, DARK_CARD),
    )


@lru_cache(maxsize=32)
def make_legible(color: str, background: str) -> str:
    """Return the colour, darkened or lightened until its contrast is at least `MIN_CONTRAST`."""
    target = (1.0, 1.0, 1.0) if _luminance(_parse(background)) < 0.18 else (0.0, 0.0, 0.0)
    start = _parse(color)
    for step in range(_STEPS):
        mixed = _format(_mix(start, target, step / _STEPS))
        if contrast(mixed, background) >= MIN_CONTRAST:
            return mixed
    return _format(target)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21 (WCAG 2.2)."""
    bright, dark = sorted((_luminance(_parse(one)), _luminance(_parse(other))), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _make_absolute(url: str) -> str:
    return urls.absolute(url) if re.match(r"/(?!/)", url) else url


def _luminance(color: _Rgb) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mix(one: _Rgb, other: _Rgb, share: float) -> _Rgb:
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue


def _parse(color: str) -> _Rgb:
    red, green, blue = (int(color[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def _format(color: _Rgb) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)
