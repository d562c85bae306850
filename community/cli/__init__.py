"""The command line program `community`, with commands for the operator of the site."""
