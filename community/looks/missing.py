"""What stands at an address where there is nothing."""

from community import urls

NOT_HERE = "This page is not here"
NOTHING = "There is nothing at this address."
NOBODY = "There is nobody by that name."
WAY_OUT = (urls.POPULAR, "Read what is popular")
