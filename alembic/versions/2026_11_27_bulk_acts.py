"""Add the tables of acts on all records that match."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "e41b7a90c3d8"
down_revision = "e2b85d17c4a6"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(astext_type=sa.Text()), "postgresql")


def upgrade() -> None:
    op.create_table(
        "bulk_acts",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("section_table", sa.String(length=60), nullable=False),
        sa.Column("act", sa.String(length=60), nullable=False),
        sa.Column("view", JSON, nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("created_by_id", BIG_KEY, nullable=True),
        sa.Column("session_id", BIG_KEY, nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("stop_reason", sa.String(length=500), nullable=False),
        sa.Column("position", sa.String(length=36), nullable=False),
        sa.Column("last_id", sa.String(length=36), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("reasons", JSON, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("undone_by_id", BIG_KEY, nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'stopped', 'finished', 'undoing', 'undone')",
            name=op.f("ck_bulk_acts_state"),
        ),
        sa.ForeignKeyConstraint(
            ["created_by_id"],
            ["users.id"],
            name=op.f("fk_bulk_acts_created_by_id_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["undone_by_id"],
            ["users.id"],
            name=op.f("fk_bulk_acts_undone_by_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_acts")),
    )
    op.create_index("ix_bulk_acts_section_table", "bulk_acts", ["section_table", "id"])
    op.create_index("ix_bulk_acts_created_at", "bulk_acts", ["created_at"])
    op.create_table(
        "bulk_act_records",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("bulk_act_id", BIG_KEY, nullable=False),
        sa.Column("record_id", sa.String(length=36), nullable=False),
        sa.Column("mark", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["bulk_act_id"],
            ["bulk_acts.id"],
            name=op.f("fk_bulk_act_records_bulk_act_id_bulk_acts"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_act_records")),
    )
    op.create_index("ix_bulk_act_records_bulk_act", "bulk_act_records", ["bulk_act_id", "id"])


def downgrade() -> None:
    op.drop_table("bulk_act_records")
    op.drop_table("bulk_acts")
