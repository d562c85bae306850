"""Pages as complete HTML: first paint, crawlers, link previews. The live page takes over when it
has its data.
"""
