"""The settings of the invoices of the site, and of the VAT that they contain."""

import re
from decimal import Decimal, InvalidOperation
from typing import Annotated, ClassVar, Final, Literal

from pydantic import field_validator

from community.domain.site.definitions.definition import Setting, SettingsPart
from community.domain.site.definitions.validation import Line, Text
from community.i18n import countries, gettext as _, noop

VatMode = Literal["off", "inclusive", "exclusive"]

_PREFIX: Final = re.compile(r"[A-Za-z0-9/-]{0,12}")
_MAX_PERCENT: Final = 100


class SellerSettings(SettingsPart):
    title: ClassVar[str] = noop("Invoices")

    seller_name: Annotated[
        Line, Setting(noop("Legal name"), noop("Empty: the name of the site."))
    ] = ""
    seller_address: Annotated[Text, Setting(noop("Address"), kind="textarea")] = ""
    seller_country: Annotated[
        Line,
        Setting(noop("Country"), noop("The two letters of its code."), placeholder="DE"),
    ] = ""
    seller_tax_id: Annotated[Line, Setting(noop("VAT ID or tax ID"))] = ""
    invoice_prefix: Annotated[
        Line,
        Setting(
            noop("Beginning of the numbers"),
            noop("Another beginning counts from 1. Choose another one when the seller changes."),
            placeholder="INV-",
        ),
    ] = ""
    requires_billing_address: Annotated[
        bool,
        Setting(
            noop("Ask for the buyer's address"),
            noop("Buyers cannot pay without a name, an address and a country."),
        ),
    ] = False

    @field_validator("invoice_prefix")
    @classmethod
    def _validate_prefix(cls, prefix: str) -> str:
        if not _PREFIX.fullmatch(prefix):
            raise ValueError(_("Use up to 12 letters, digits, hyphens and slashes."))
        return prefix

    @field_validator("seller_country")
    @classmethod
    def _validate_country(cls, code: str) -> str:
        return clean_country(code) if code else ""


class VatSettings(SettingsPart):
    title: ClassVar[str] = noop("VAT")
    description: ClassVar[str] = noop(
        "The site computes VAT from these rates and asks no tax service. "
        "Ask your tax adviser which rates apply."
    )

    vat_mode: Annotated[
        VatMode,
        Setting(
            noop("Prices"),
            noop("A change also applies to renewals."),
            choices={
                "off": noop("Without VAT"),
                "inclusive": noop("Include VAT"),
                "exclusive": noop("VAT is added"),
            },
        ),
    ] = "off"
    vat_rates: Annotated[
        Text,
        Setting(
            noop("Rates by country"),
            noop("One in each line: the code of the country and the percentage."),
            kind="textarea",
            placeholder="DE 19",
        ),
    ] = ""
    vat_default_rate: Annotated[
        Line,
        Setting(
            noop("Rate of other countries"),
            noop("In percent. Empty: no VAT."),
        ),
    ] = ""
    vat_reverse_charge: Annotated[
        bool,
        Setting(
            noop("Reverse charge in the EU"),
            noop("Buyers with a VAT ID of another EU country pay no VAT."),
        ),
    ] = False

    @field_validator("vat_rates")
    @classmethod
    def _validate_rates(cls, text: str) -> str:
        parse_rates(text)
        return text

    @field_validator("vat_default_rate")
    @classmethod
    def _validate_default_rate(cls, text: str) -> str:
        if text:
            parse_rate(text)
        return text


def clean_country(code: str) -> str:
    """Return the code of a country. Raise ValueError if there is no such country."""
    cleaned = code.strip().upper()
    if not countries.is_country(cleaned):
        raise ValueError(_("This is no code of a country: {code}", code=code[:20]))
    return cleaned


def parse_rates(text: str) -> dict[str, int]:
    """Return the rates of lines such as `DE 19` by country, in hundredths of a percent.

    Raise `ValueError` if a line has another form, or a country has two rates.
    """
    rates: dict[str, int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        code, _space, rate = line.partition(" ")
        country = clean_country(code)
        if country in rates:
            raise ValueError(_("This country has two rates: {code}", code=country))
        rates[country] = parse_rate(rate)
    return rates


def parse_rate(text: str) -> int:
    """Return a percentage such as `19` or `8,1 %` in hundredths of a percent.

    Raise `ValueError` if the text is no percentage from 0 to 100 with at most two decimals.
    """
    number = text.replace("%", "").replace(",", ".").strip()
    try:
        rate = Decimal(number)
    except InvalidOperation:
        rate = Decimal("NaN")
    hundredths = rate * 100
    if not (rate.is_finite() and 0 <= rate <= _MAX_PERCENT and hundredths == int(hundredths)):
        raise ValueError(_("Enter a percentage such as 19 or 8.1."))
    return int(hundredths)
