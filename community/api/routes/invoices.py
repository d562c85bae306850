"""HTTP routes of invoices, which are complete HTML documents for printing."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from starlette.responses import HTMLResponse

from community import urls
from community.api.http.authentication import SignedIn
from community.api.http.error_responses import error_responses
from community.api.http.invoice_page import (
    INVOICE_STYLESHEET,
    INVOICE_STYLESHEET_URL,
    render_invoice,
)
from community.api.http.sessions import Session
from community.domain import subscriptions
from community.domain.subscriptions.invoices import Invoice

router = APIRouter(tags=["Subscriptions"])


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


@router.get(INVOICE_STYLESHEET_URL, include_in_schema=False)
async def get_invoice_stylesheet() -> Response:
    """Return the stylesheet of invoices."""
    return Response(
        INVOICE_STYLESHEET, media_type="text/css", headers={"Cache-Control": "max-age=86400"}
    )


def _respond(invoice: Invoice) -> HTMLResponse:
    return HTMLResponse(render_invoice(invoice), headers={"Cache-Control": "private, no-store"})
