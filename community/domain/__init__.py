"""Business logic of the site. Each subject, such as posts or accounts, has its own package.

A package may import only packages that are further down in this list:

- discovery
- notifications
- reactions
- comments
- posts
- communities and follows (neither of them may import the other)
- accounts
- uploads
- site
"""
