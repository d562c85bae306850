"""Add archives with the personal data of users."""

import sqlalchemy as sa
from alembic import op

revision = "d4e0b7a92c15"
down_revision = "c5a17d2e90b4"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
IS_READY = sa.text("state = 'ready'")


def upgrade() -> None:
    op.create_table(
        "data_exports",
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("file_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("requested_at", TIME, nullable=False),
        sa.Column("expires_at", TIME, nullable=True),
        sa.CheckConstraint(
            "state IN ('preparing', 'ready', 'failed', 'expired')",
            name=op.f("ck_data_exports_state"),
        ),
        sa.CheckConstraint(
            "state <> 'ready' OR (size IS NOT NULL AND expires_at IS NOT NULL)",
            name=op.f("ck_data_exports_ready"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_data_exports_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_data_exports")),
        sa.UniqueConstraint("file_id", name=op.f("uq_data_exports_file_id")),
    )
    op.create_index(
        "ix_data_exports_ready",
        "data_exports",
        ["expires_at"],
        sqlite_where=IS_READY,
        postgresql_where=IS_READY,
    )


def downgrade() -> None:
    op.drop_table("data_exports")
