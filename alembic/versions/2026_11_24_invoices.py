"""Store the issued invoices, the billing details of buyers, and the VAT of payments."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a4c81e6f2d93"
down_revision = "a1f6c0d93e52"
branch_labels = None
depends_on = None

BIG_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")


def upgrade() -> None:
    op.add_column(
        "payments",
        sa.Column("vat_treatment", sa.String(14), server_default="none", nullable=False),
    )
    op.add_column(
        "payments", sa.Column("vat_rate", sa.Integer(), server_default="0", nullable=False)
    )
    op.add_column("payments", sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False))
    op.create_table(
        "billing_details",
        sa.Column("user_id", BIG_KEY, nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("country", sa.String(2), nullable=False),
        sa.Column("vat_id", sa.String(20), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_billing_details_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_billing_details")),
    )
    _create_invoices()
    _forbid_changes_of_invoices()


def downgrade() -> None:
    op.drop_table("invoices")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION reject_invoice_change()")
    op.drop_table("billing_details")
    op.drop_column("payments", "vat")
    op.drop_column("payments", "vat_rate")
    op.drop_column("payments", "vat_treatment")


def _create_invoices() -> None:
    op.create_table(
        "invoices",
        sa.Column("id", BIG_KEY, nullable=False),
        sa.Column("kind", sa.String(11), nullable=False),
        sa.Column("series", sa.String(12), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("payment_id", sa.Uuid(), nullable=False),
        sa.Column("movement_id", BIG_KEY, nullable=True),
        sa.Column("corrects_id", BIG_KEY, nullable=True),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("net", sa.BigInteger(), nullable=False),
        sa.Column("vat", sa.BigInteger(), nullable=False),
        sa.Column("gross", sa.BigInteger(), nullable=False),
        sa.Column("vat_treatment", sa.String(14), nullable=False),
        sa.Column("vat_rate", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("content", JSON, nullable=False),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('invoice', 'credit_note')", name=op.f("ck_invoices_kind")),
        sa.CheckConstraint("net + vat = gross", name=op.f("ck_invoices_sum")),
        sa.CheckConstraint("(gross < 0) = (kind = 'credit_note')", name=op.f("ck_invoices_sign")),
        sa.CheckConstraint("number > 0", name=op.f("ck_invoices_number")),
        sa.ForeignKeyConstraint(
            ["movement_id"],
            ["money_movements.id"],
            name=op.f("fk_invoices_movement_id"),
            ondelete="RESTRICT",
        ),
        sa.ForeignKeyConstraint(
            ["corrects_id"],
            ["invoices.id"],
            name=op.f("fk_invoices_corrects_id"),
            ondelete="RESTRICT",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoices")),
        sa.UniqueConstraint(
            "series", "year", "number", name=op.f("uq_invoices_series_year_number")
        ),
        sa.UniqueConstraint("movement_id", name=op.f("uq_invoices_movement_id")),
    )
    op.create_index(
        "uq_invoices_payment",
        "invoices",
        ["payment_id"],
        unique=True,
        sqlite_where=sa.text("movement_id IS NULL"),
        postgresql_where=sa.text("movement_id IS NULL"),
    )
    op.create_index("ix_invoices_payment_id", "invoices", ["payment_id"])
    op.create_index("ix_invoices_issued_at", "invoices", ["issued_at", "id"])


def _forbid_changes_of_invoices() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE FUNCTION reject_invoice_change() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'invoices is append-only'; END $$"
        )
        op.execute(
            "CREATE TRIGGER reject_invoice_change BEFORE UPDATE OR DELETE "
            "ON invoices FOR EACH ROW EXECUTE FUNCTION reject_invoice_change()"
        )
        return
    for operation in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER reject_invoice_{operation.lower()} BEFORE {operation} "
            "ON invoices BEGIN SELECT RAISE(ABORT, 'invoices is append-only'); END"
        )
