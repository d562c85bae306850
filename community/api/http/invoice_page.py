"""The HTML document with the invoice of a payment. Browsers print it without its button."""

from typing import Final

from community.core.money import format_amount
from community.domain.subscriptions import Invoice
from community.i18n import active_language, formats
from community.i18n import gettext as _
from community.rendering import Node, el, html_output

INVOICE_STYLESHEET_URL: Final = "/api/invoice.css"
INVOICE_STYLESHEET: Final = b"""\
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 44rem; margin: 3rem auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem 2rem; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 0.25rem; font-size: 0.875rem; font-weight: 600; opacity: 0.7; }
p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
section { min-width: 0; flex: 1 1 14rem; }
.parties { display: flex; flex-wrap: wrap; gap: 1.5rem 2rem; margin: 2rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.625rem 1rem 0.625rem 0; text-align: start; vertical-align: top;
  border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
th:last-child, td:last-child { padding-inline-end: 0; text-align: end; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
td { overflow-wrap: anywhere; }
tfoot td { font-weight: 600; }
.note { margin-top: 2rem; font-size: 0.875rem; opacity: 0.7; }
.hint { margin-top: 2rem; font-size: 0.875rem; }
@page { margin: 18mm; }
@media print {
  :root { color-scheme: light; font-size: 11pt; }
  main { max-width: none; margin: 0; padding: 0; }
  .hint { display: none; }
}
"""


def render_invoice(invoice: Invoice) -> str:
    """Return the document in the language of the site."""
    with html_output():
        title = _("Invoice {number}", number=invoice.number)
        head = el.head(
            el.meta(charset="utf-8"),
            el.meta(name="viewport", content="width=device-width, initial-scale=1"),
            el.meta(name="color-scheme", content="light dark"),
            el.meta(name="robots", content="noindex"),
            el.title(f"{title} · {invoice.seller}"),
            el.link(rel="stylesheet", href=INVOICE_STYLESHEET_URL),
        )
        main = el.main(
            _header(invoice, title),
            el.div(_seller(invoice), _buyer(invoice), class_name="parties"),
            _table(invoice),
            el.p(_("Payment {id}", id=invoice.payment_id), class_name="note"),
            el.p(_("To save it as a file, print the page and choose PDF."), class_name="hint"),
        )
        return f"<!doctype html>{el.html(head, el.body(main), lang=active_language())}"


def _header(invoice: Invoice, title: str) -> Node:
    date = formats.format_full_date(invoice.paid_at)
    return el.header(el.h1(title), el.p(_("Paid on {date}", date=date)))


def _seller(invoice: Invoice) -> Node:
    tax_id = _("Tax ID: {id}", id=invoice.seller_tax_id) if invoice.seller_tax_id else None
    return el.section(
        el.h2(_("Seller")),
        el.p(invoice.seller, dir="auto"),
        el.p(invoice.seller_address, dir="auto") if invoice.seller_address else None,
        el.p(tax_id) if tax_id else None,
    )


def _buyer(invoice: Invoice) -> Node:
    return el.section(
        el.h2(_("Buyer")),
        el.p(invoice.buyer or _("Deleted account"), dir="auto"),
        el.p(invoice.buyer_email) if invoice.buyer_email else None,
    )


def _table(invoice: Invoice) -> Node:
    def money(amount: int) -> str:
        return format_amount(amount, invoice.currency)

    rows = [el.tr(el.td(_describe(invoice), dir="auto"), el.td(money(invoice.amount)))]
    if invoice.refunded:
        rows.append(el.tr(el.td(_("Returned")), el.td(money(-invoice.refunded))))
    total = money(invoice.amount - invoice.refunded)
    return el.table(
        el.thead(el.tr(el.th(_("Description"), scope="col"), el.th(_("Amount"), scope="col"))),
        el.tbody(*rows),
        el.tfoot(el.tr(el.td(_("Total")), el.td(total))),
    )


def _describe(invoice: Invoice) -> list[Node]:
    parts: list[Node] = [el.p(_("Plan “{plan}”", plan=invoice.plan))]
    if invoice.recipient:
        parts.append(el.p(_("Gift for {name}", name=invoice.recipient)))
    if invoice.period_start is not None and invoice.period_end is not None:
        start = formats.format_full_date(invoice.period_start)
        end = formats.format_full_date(invoice.period_end)
        parts.append(el.p(_("From {start} to {end}", start=start, end=end)))
    return parts
