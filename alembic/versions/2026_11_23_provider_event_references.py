"""Add the index that finds the messages of a provider about a payment."""

from alembic import op

revision = "e5a1c8f20b47"
down_revision = "d27e90c4a1b5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Creating an index concurrently does not block the writes of a running site. It is not possible
    # in a transaction.
    with op.get_context().autocommit_block():
        op.create_index(
            "ix_provider_events_reference",
            "provider_events",
            ["provider", "reference"],
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    op.drop_index("ix_provider_events_reference", "provider_events")
