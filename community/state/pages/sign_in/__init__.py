"""State of the pages for new identities, links in mails and the confirmation of an email."""
