"""Add the reports of users, posts and comments."""

import sqlalchemy as sa
from alembic import op

revision = "d7f3b61a9e28"
down_revision = "d4e0b7a92c15"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_OPEN = sa.text("state = 'open'")


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("reporter_id", BIG_KEY, nullable=True),
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("target_kind", sa.String(length=7), nullable=False),
        sa.Column("target_id", BIG_KEY, nullable=False),
        sa.Column("excerpt", sa.String(length=250), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=1000), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_by_id", BIG_KEY, nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.CheckConstraint(
            "target_kind IN ('user', 'post', 'comment')", name=op.f("ck_reports_target_kind")
        ),
        sa.CheckConstraint(
            "state IN ('open', 'resolved', 'rejected')", name=op.f("ck_reports_state")
        ),
        sa.ForeignKeyConstraint(
            ["reporter_id"], ["users.id"], name=op.f("fk_reports_reporter_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_reports_user_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["closed_by_id"],
            ["users.id"],
            name=op.f("fk_reports_closed_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_reporter_id"), "reports", ["reporter_id"])
    op.create_index("ix_reports_user", "reports", ["user_id", "id"])
    op.create_index(
        "ix_reports_open",
        "reports",
        ["target_kind", "target_id"],
        sqlite_where=IS_OPEN,
        postgresql_where=IS_OPEN,
    )
    op.create_index(
        "uq_reports_open",
        "reports",
        ["reporter_id", "target_kind", "target_id"],
        unique=True,
        sqlite_where=IS_OPEN,
        postgresql_where=IS_OPEN,
    )


def downgrade() -> None:
    op.drop_table("reports")
