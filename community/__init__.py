"""Community, a publishing platform with posts, discussions, reactions and live updates."""
