"""HTTP routes of invoices, which are complete HTML documents, and of what they contain."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field
from starlette.responses import HTMLResponse

from community import urls
from community.api.http import DefaultPageParams, Session, SignedIn, error_responses, rate_limit
from community.api.http.html_pages import INVOICE_STYLESHEET, INVOICE_STYLESHEET_URL, render_invoice
from community.core.db.pagination import Page
from community.domain import subscriptions
from community.domain.subscriptions.billing_details import BillingDetailsView
from community.domain.subscriptions.invoices import Invoice, InvoiceSummary

router = APIRouter(tags=["Subscriptions"])

_Text = Annotated[str, Field(max_length=1_000)]


class BillingDetailsUpdate(BaseModel):
    """The complete new billing details. `country` is the ISO 3166 code."""

    name: _Text = ""
    address: _Text = ""
    country: Annotated[str, Field(max_length=2)] = ""
    vat_id: _Text = ""


@router.get(
    urls.invoice("{payment}"),
    response_class=HTMLResponse,
    responses=error_responses("not_found"),
)
async def show_invoice(
    actor: SignedIn, session: Session, payment_id: Annotated[UUID, Path(alias="payment")]
) -> HTMLResponse:
    """Retrieve the invoice of a payment as a page for printing."""
    invoice = await subscriptions.invoices.get_invoice(session, actor, payment_id=payment_id)
    return _respond(invoice)


@router.get(
    urls.invoice_document("{invoice}"),
    response_class=HTMLResponse,
    responses=error_responses("not_found"),
)
async def show_document(
    actor: SignedIn,
    session: Session,
    document_id: Annotated[int, Path(alias="invoice", gt=0, lt=2**63)],
) -> HTMLResponse:
    """Retrieve an invoice or credit note as a page for printing."""
    return _respond(
        await subscriptions.invoices.get_document(session, actor, document_id=document_id)
    )


@router.get("/subscriptions/invoices")
async def list_documents(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[InvoiceSummary]:
    """List the caller's invoices and credit notes, newest first."""
    return await subscriptions.invoices.list_own_documents(
        session, actor, cursor=page.cursor, limit=page.limit
    )


@router.get("/settings/billing")
async def get_billing_details(actor: SignedIn, session: Session) -> BillingDetailsView:
    """Retrieve what the caller's next invoices contain."""
    return await subscriptions.billing_details.get_billing_details(session, actor)


@router.put("/settings/billing", dependencies=[rate_limit("writes")])
async def change_billing_details(
    changes: BillingDetailsUpdate, actor: SignedIn, session: Session
) -> BillingDetailsView:
    """Replace what the caller's next invoices contain. Issued documents do not change."""
    return await subscriptions.billing_details.change_billing_details(
        session, actor, **changes.model_dump()
    )


@router.get(INVOICE_STYLESHEET_URL, include_in_schema=False)
async def get_invoice_stylesheet() -> Response:
    """Return the stylesheet of invoices."""
    return Response(
        INVOICE_STYLESHEET, media_type="text/css", headers={"Cache-Control": "max-age=86400"}
    )


def _respond(invoice: Invoice) -> HTMLResponse:
    return HTMLResponse(render_invoice(invoice), headers={"Cache-Control": "private, no-store"})
