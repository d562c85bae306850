"""A local server that plays Stripe, built from its public reference (docs.stripe.com/api).

It keeps its objects in memory, honors `Idempotency-Key`, refuses unknown and wrong parameters and
wrong keys, and signs its events. It also serves a script that plays Stripe's script in the browser.
"""

from tests.stand_ins.stripe.app import create_app
from tests.stand_ins.stripe.cards import CARDS
from tests.stand_ins.stripe.stand_in import StripeStandIn
