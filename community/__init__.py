"""Community: a publishing platform where people write, argue, react and are told in real time."""
