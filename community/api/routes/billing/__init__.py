"""Routes for plans, payments, invoices and the notifications of payment providers."""
