"""The section with the invoices and credit notes of the site."""
