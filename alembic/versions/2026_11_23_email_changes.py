"""Add changes of emails that are not confirmed at both addresses."""

import sqlalchemy as sa
from alembic import op

revision = "e63f9a12c4d0"
down_revision = "d52e8f01b3c9"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "email_changes",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("is_old_required", sa.Boolean(), nullable=False),
        sa.Column("old_confirmed_at", TIME, nullable=True),
        sa.Column("new_confirmed_at", TIME, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_email_changes_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_email_changes")),
        sa.UniqueConstraint("user_id", name=op.f("uq_email_changes_user_id")),
    )
    op.create_index("ix_email_changes_expires_at", "email_changes", ["expires_at"])


def downgrade() -> None:
    op.drop_table("email_changes")
