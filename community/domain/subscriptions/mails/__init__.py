"""The mails to subscribers, buyers and administrators of payments."""
