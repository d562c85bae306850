"""Limits of one-time codes and recovery codes."""

from datetime import timedelta

# Apps for one-time codes assume these values (RFC 6238, section 5.2, and the key URI format).
STEP_SECONDS = 30
CODE_DIGITS = 6
# RFC 6238, section 5.2, recommends to accept one time step more for the delay and the clock.
MAX_DRIFT_STEPS = 1

RECOVERY_CODES = 10
# Two groups of characters without those that look alike. 50 bits cannot be guessed within the
# limits for sign-ins.
RECOVERY_CODE_GROUPS = 2
RECOVERY_CODE_GROUP_LENGTH = 5
RECOVERY_CODE_CHARACTERS = "23456789abcdefghijkmnpqrstuvwxyz"

# Longer than any code that a user can enter, with spaces.
MAX_CODE_LENGTH = 50
# How long the user has to install an app and enter its first code.
SETUP_LIFETIME = timedelta(minutes=15)
# How long the user has to enter the code after the password.
PENDING_SIGN_IN_LIFETIME = timedelta(minutes=10)
