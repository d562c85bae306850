"""What the community can do, one package per subject; upper ones may use lower ones.

discovery / notifications / reactions | follows / comments / posts / communities / accounts /
uploads / site
"""
