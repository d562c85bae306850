"""Add the times at which notifications are due by email, and undeliverable emails of users."""

import sqlalchemy as sa
from alembic import op

revision = "b93d60f8a1c2"
down_revision = "b3e94a6d17c2"
branch_labels = None
depends_on = None

_IS_DUE = sa.text("email_due_at IS NOT NULL")


def upgrade() -> None:
    op.add_column("notifications", sa.Column("email_due_at", sa.DateTime(timezone=True)))
    op.add_column("users", sa.Column("email_undeliverable_at", sa.DateTime(timezone=True)))
    # Creating an index concurrently does not block the writes of a running site. It is not possible
    # in a transaction.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_notifications_email",
            "notifications",
            ["recipient_id"],
            sqlite_where=_IS_DUE,
            postgresql_where=_IS_DUE,
            postgresql_concurrently=True,
            if_not_exists=True,
        )
        op.create_index(
            "ix_mails_recipient",
            "mails",
            [sa.text("lower(recipient)"), "created_at"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_mails_recipient", "mails")
    op.drop_column("users", "email_undeliverable_at")
    op.drop_index("ix_notifications_email", "notifications")
    op.drop_column("notifications", "email_due_at")
