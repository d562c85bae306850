"""HTML pages for errors and for the API documentation. They do not need the Reflex frontend."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time
from typing import Final

from starlette.responses import HTMLResponse

from community import i18n, urls
from community.core.money import format_amount
from community.core.settings import settings
from community.domain.subscriptions import invoices
from community.i18n import active_language, countries, formats, gettext as _, noop
from community.rendering import Node, el, html_output

STYLESHEET_URL = "/api/plain.css"
STYLESHEET = b"""\
:root { color-scheme: light dark; font: 1.0625rem/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 42rem; margin: 12vh auto; padding: 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; text-wrap: balance; }
code { font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; }
td { overflow-wrap: anywhere; }
tr + tr td, tbody td { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
th.number, td.number { text-align: end; padding-inline: 1rem 0; }
td.number { font-variant-numeric: tabular-nums; }
th.number, td.number, td:has(+ .number) { white-space: nowrap; overflow-wrap: normal; }
@media (width < 30rem) {
  main { padding-inline: 1rem; }
  table:has(.number) { font-size: 0.8125rem; }
  th.number { font-size: 0.6875rem; vertical-align: bottom; }
  th.number, td.number { padding-inline-start: 0.375rem; }
  th:has(+ .number), td:has(+ .number) { padding-inline-end: 0; }
}
tr:target { background: color-mix(in srgb, Highlight 20%, transparent); }
"""

INVOICE_STYLESHEET_URL: Final = "/api/invoice.css"
INVOICE_STYLESHEET: Final = b"""\
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif;
  --muted: color-mix(in srgb, currentColor 68%, transparent);
  --line: color-mix(in srgb, currentColor 18%, transparent); }
body { margin: 0; }
main { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 3rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.15; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.25rem; font-size: 0.875rem; font-weight: 600; color: var(--muted); }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
section { min-width: 0; flex: 1 1 16rem; }
dl { display: grid; grid-template-columns: auto auto; gap: 0.125rem 1.5rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.parties { display: flex; flex-wrap: wrap; gap: 1.5rem 3rem; margin: 2.5rem 0; }
.name { font-weight: 600; }
.detail { font-size: 0.875rem; color: var(--muted); }
table { border-collapse: collapse; width: 100%; }
thead th { font-size: 0.875rem; font-weight: 600; color: var(--muted); }
th, td { padding: 0.75rem 1.5rem 0.75rem 0; text-align: start; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-inline-end: 0; text-align: end; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
td { overflow-wrap: anywhere; }
tr { break-inside: avoid; }
.totals { width: min(100%, 22rem); margin: 0.5rem 0 0 auto; }
.totals th { font-weight: 400; }
.totals th, .totals td { padding-block: 0.375rem; border: 0; }
.totals .total th, .totals .total td { padding-top: 0.625rem; font-size: 1.125rem; font-weight: 600;
  border-top: 2px solid currentColor; }
.note { margin-top: 2rem; }
.foot { margin-top: 2rem; padding-top: 0.75rem; border-top: 1px solid var(--line);
  font-size: 0.875rem; color: var(--muted); }
.screen { margin-top: 2rem; font-size: 0.875rem; }
.screen ul { margin: 0 0 1rem; padding: 0; list-style: none; }
.screen a { color: inherit; display: inline-block; padding: 0.25rem 0; }
@page { size: A4; margin: 18mm; }
@media (max-width: 40rem) { dd { text-align: start; } }
@media print {
  :root { color-scheme: light; font-size: 10.5pt; }
  main { max-width: none; margin: 0; padding: 0; }
  .screen { display: none; }
}
"""


def render_page(page_title: str, content: Node, *, head_extra: Node = None) -> str:
    """Return a complete HTML page in English, for the API documentation."""
    return _render_document("en", page_title, content, head_extra)


def render_styled_page(page_title: str, content: Node, *, lang: str = "en") -> str:
    stylesheet = el.link(rel="stylesheet", href=STYLESHEET_URL)
    return _render_document(lang, page_title, el.main(content), stylesheet)


def _render_document(lang: str, page_title: str, content: Node, head_extra: Node) -> str:
    head = el.head(
        el.meta(charset="utf-8"),
        el.meta(name="viewport", content="width=device-width, initial-scale=1"),
        el.meta(name="color-scheme", content="light dark"),
        el.meta(name="robots", content="noindex"),
        el.title(f"{page_title} · {settings().site_name}"),
        head_extra,
    )
    return f"<!doctype html>{el.html(head, el.body(content), lang=lang)}"


def render_error_page(
    status: int,
    message: str,
    errors: Mapping[str, list[str]],
    request_id: str,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """Return the HTML page that shows an error to the user of a browser.

    The page asks the user to go back, because the browser then restores the values of the form.
    """
    field_messages = [text for messages in errors.values() for text in messages]
    with html_output():
        page = render_styled_page(
            _("Error {status}", status=status),
            [
                el.h1(message),
                el.ul([el.li(text) for text in field_messages]) if field_messages else None,
                el.p(_("Go back to return to what you entered.")),
                el.p(el.a(_("Go to the home page"), href="/")),
                el.p(_("Request ID: {id}", id=request_id)) if status >= 500 else None,
            ],
            lang=active_language(),
        )
    return HTMLResponse(page, status, headers=None if headers is None else dict(headers))


def render_inline_code(text: str) -> list[Node]:
    """Convert text to HTML nodes. Each part in backquotes becomes a `code` element."""
    parts = re.split(r"`([^`]+)`", text)
    return [el.code(part) if index % 2 else part for index, part in enumerate(parts)]


def render_invoice(invoice: invoices.Invoice) -> str:
    with i18n.override(invoice.language), html_output():
        title = _("Credit note") if invoice.kind == "credit_note" else _("Invoice")
        content, has_vat = invoice.content, invoice.vat_treatment != "none"
        head = el.head(
            el.meta(charset="utf-8"),
            el.meta(name="viewport", content="width=device-width, initial-scale=1"),
            el.meta(name="color-scheme", content="light dark"),
            el.meta(name="robots", content="noindex"),
            el.title(f"{title} {invoice.number} · {content.seller.name}"),
            el.link(rel="stylesheet", href=INVOICE_STYLESHEET_URL),
        )
        main = el.main(
            el.header(el.h1(title), _facts(invoice)),
            el.div(
                _party(_("Seller"), content.seller, has_vat=has_vat),
                _party(_("Buyer"), content.buyer, has_vat=True),
                class_name="parties",
            ),
            _lines(invoice),
            _totals(invoice),
            _reverse_charge(invoice),
            el.p(_("Payment {id}", id=invoice.payment_id), class_name="foot"),
            _screen_only(invoice),
        )
        return f"<!doctype html>{el.html(head, el.body(main), lang=active_language())}"


def _facts(invoice: invoices.Invoice) -> Node:
    noon = datetime.combine(invoice.content.day, time(12), UTC)
    day = formats.format_full_date(noon)
    facts = [(_("Number"), invoice.number), (_("Date"), day)]
    if invoice.content.corrects:
        facts.append((_("Corrects invoice"), invoice.content.corrects))
    elif invoice.kind == "invoice":
        facts.append((_("Paid"), day))
    return el.dl(*(part for name, value in facts for part in (el.dt(name), el.dd(value))))


def _party(heading: str, party: invoices.InvoiceParty, *, has_vat: bool) -> Node:
    country = countries.format_country(party.country) if party.country else ""
    tax_id = ""
    if party.tax_id:
        label = noop("VAT ID: {id}") if has_vat else noop("Tax ID: {id}")
        tax_id = _(label, id=party.tax_id)
    lines = [party.address, country, party.email, tax_id]
    return el.section(
        el.h2(heading),
        el.p(party.name, dir="auto", class_name="name"),
        *(el.p(line, dir="auto") for line in lines if line),
    )


def _lines(invoice: invoices.Invoice) -> Node:
    heading = _("Amount") if invoice.vat_treatment == "none" else _("Net amount")
    return el.table(
        el.thead(el.tr(el.th(_("Description"), scope="col"), el.th(heading, scope="col"))),
        el.tbody(*(_line(line, invoice.currency) for line in invoice.content.lines)),
    )


def _line(line: invoices.InvoiceLine, currency: str) -> Node:
    description = [el.p(line.description, dir="auto")]
    details = [el.p(text, dir="auto", class_name="detail") for text in line.details]
    return el.tr(el.td(*description, *details), el.td(format_amount(line.net, currency)))


def _totals(invoice: invoices.Invoice) -> Node:
    def row(label: str, amount: int, class_name: str = "") -> Node:
        text = format_amount(amount, invoice.currency)
        return el.tr(el.th(label, scope="row"), el.td(text), class_name=class_name)

    rows = []
    if invoice.vat_treatment != "none":
        rate = formats.format_rate(invoice.vat_rate)
        rows = [row(_("Net amount"), invoice.net), row(_("VAT {rate}", rate=rate), invoice.vat)]
    return el.table(
        el.tbody(*rows, row(_("Total"), invoice.gross, class_name="total")), class_name="totals"
    )


def _reverse_charge(invoice: invoices.Invoice) -> Node:
    if invoice.vat_treatment != "reverse_charge":
        return None
    return el.p(_("Reverse charge: the buyer accounts for the VAT."), class_name="note")


def _screen_only(invoice: invoices.Invoice) -> Node:
    """Return the links to the other documents about the payment, and how to save this one."""
    links = [
        el.li(el.a(invoices.describe_document(item), href=urls.invoice_document(item.id)))
        for item in invoice.related
    ]
    return el.div(
        el.ul(*links) if links else None,
        el.p(_("To save it as a file, print the page and choose PDF.")),
        class_name="screen",
    )
