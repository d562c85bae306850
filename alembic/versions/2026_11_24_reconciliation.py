"""Add the results of the comparison of the journal of money with the providers."""

import sqlalchemy as sa
from alembic import op

revision = "f6c2d7b15a38"
down_revision = "f4a81c6e2d90"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "reconciliation_runs",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.Column("compared", sa.Integer(), nullable=False),
        sa.Column("applied", sa.Integer(), nullable=False),
        sa.Column("unexplained", sa.Integer(), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reconciliation_runs")),
    )
    op.create_index("ix_reconciliation_runs_provider", "reconciliation_runs", ["provider", "id"])
    op.create_table(
        "reconciliation_findings",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("payment_reference", sa.String(length=120), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=True),
        sa.Column("journal_amount", sa.BigInteger(), nullable=True),
        sa.Column("provider_amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("first_seen_at", TIME, nullable=False),
        sa.Column("last_seen_at", TIME, nullable=False),
        sa.Column("resolved_at", TIME, nullable=True),
        sa.Column("explained_at", TIME, nullable=True),
        sa.Column("explained_by_id", BIG_KEY, nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.ForeignKeyConstraint(
            ["explained_by_id"],
            ["users.id"],
            name=op.f("fk_reconciliation_findings_explained_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reconciliation_findings")),
        sa.UniqueConstraint(
            *("provider", "kind", "reference"),
            name=op.f("uq_reconciliation_findings_provider_kind_reference"),
        ),
    )
    condition = sa.text("resolved_at IS NULL")
    op.create_index(
        "ix_reconciliation_findings_open",
        "reconciliation_findings",
        ["last_seen_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )


def downgrade() -> None:
    op.drop_table("reconciliation_findings")
    op.drop_table("reconciliation_runs")
