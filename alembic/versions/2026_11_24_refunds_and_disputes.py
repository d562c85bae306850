"""Add refunds by administrators, disputes, and refunds that fail to the journal of money."""

import sqlalchemy as sa
from alembic import op

revision = "f4a81c6e2d90"
down_revision = "b8d3f1a60c72"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)
NEW_KINDS = "'charge', 'refund', 'refund_failed', 'dispute', 'dispute_won'"
NEW_INCOMING = "'charge', 'refund_failed', 'dispute_won'"
OLD_KINDS = "'charge', 'refund', 'dispute', 'dispute_won'"
OLD_INCOMING = "'charge', 'dispute_won'"


def upgrade() -> None:
    _change_journal(NEW_KINDS, NEW_INCOMING, length=20)
    _create_refunds()
    _create_disputes()


def downgrade() -> None:
    op.drop_table("payment_disputes")
    op.drop_table("payment_refunds")
    _change_journal(OLD_KINDS, OLD_INCOMING, length=12)


def _change_journal(kinds: str, incoming: str, *, length: int) -> None:
    with op.batch_alter_table("money_movements") as table:
        for name in ("kind", "sign"):
            table.drop_constraint(op.f(f"ck_money_movements_{name}"), type_="check")
        table.alter_column("kind", type_=sa.String(length=length), existing_nullable=False)
        table.create_check_constraint(
            op.f("ck_money_movements_kind"), sa.text(f"kind IN ({kinds})")
        )
        table.create_check_constraint(
            op.f("ck_money_movements_sign"), sa.text(f"(amount > 0) = (kind IN ({incoming}))")
        )
    if op.get_bind().dialect.name == "postgresql":
        return
    # SQLite has copied the table, without its triggers.
    for operation in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER reject_money_movement_{operation.lower()} BEFORE {operation} "
            "ON money_movements BEGIN "
            "SELECT RAISE(ABORT, 'money_movements is append-only'); END"
        )


def _create_refunds() -> None:
    op.create_table(
        "payment_refunds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=30), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("failure", sa.String(length=80), nullable=False),
        sa.Column("requested_by_id", BIG_KEY, nullable=True),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=True),
        sa.CheckConstraint("amount > 0", name=op.f("ck_payment_refunds_amount")),
        sa.CheckConstraint(
            "status IN ('created', 'pending', 'succeeded', 'failed')",
            name=op.f("ck_payment_refunds_status"),
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payments.id"],
            name=op.f("fk_payment_refunds_payment_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["requested_by_id"],
            ["users.id"],
            name=op.f("fk_payment_refunds_requested_by_id"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_refunds")),
    )
    op.create_index("ix_payment_refunds_payment_id", "payment_refunds", ["payment_id"])
    condition = sa.text("status IN ('created', 'pending')")
    op.create_index(
        "ix_payment_refunds_unfinished",
        "payment_refunds",
        ["created_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _create_disputes() -> None:
    op.create_table(
        "payment_disputes",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("due_by", TIME, nullable=True),
        sa.Column("is_test", sa.Boolean(), nullable=False),
        sa.Column("opened_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.CheckConstraint(
            "status IN ('needs_response', 'under_review', 'won', 'lost', 'closed')",
            name=op.f("ck_payment_disputes_status"),
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["payments.id"],
            name=op.f("fk_payment_disputes_payment_id"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_disputes")),
        sa.UniqueConstraint(
            "provider", "reference", name=op.f("uq_payment_disputes_provider_reference")
        ),
    )
    op.create_index("ix_payment_disputes_payment_id", "payment_disputes", ["payment_id"])
    op.create_index("ix_payment_disputes_status", "payment_disputes", ["status", "due_by"])
