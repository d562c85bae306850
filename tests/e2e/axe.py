"""Checks of the accessibility of a page with axe-core."""

from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import Page

WIDTHS = (1440, 820, 390)
HEIGHT = 900
FAILING_IMPACTS = {"serious", "critical"}
# The dark theme differs only in colors, so only these rules are checked again.
COLOR_RULES = ("color-contrast", "link-in-text-block")
ONLY_COLORS = {"runOnly": list(COLOR_RULES)}
WITHOUT_COLORS = {"rules": {rule: {"enabled": False} for rule in COLOR_RULES}}
# They take three quarters of the time. At the other width, pages show nothing that they do not also
# show at one of these.
COLOR_WIDTHS = (1440, 390)
# Color transitions would change the measured contrasts, and the content security policy would block
# axe.
CONTEXT_OPTIONS: dict[str, Any] = {"reduced_motion": "reduce", "bypass_csp": True}

# This rule is disabled for the editor, because the caret can scroll its overflowing content.
CONFIGURE_AXE = """
() => axe.configure({ rules: [{
  id: "scrollable-region-focusable",
  selector: "*:not(select, textarea, [contenteditable=true] *)",
}] })
"""
# After a change of width or theme, axe must run only when all transitions have ended.
RUN_AXE = """
async (options) => {
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  return axe.run({ resultTypes: ["violations"], ...options });
}
"""
MEASURE_OVERFLOW = """
() => {
  // The place of the scroll bar belongs to `clientWidth`, but not to the body.
  const { right } = document.body.getBoundingClientRect();
  return Math.max(0, Math.floor(document.documentElement.scrollWidth - right));
}
"""


async def find_violations(page: Page, widths: Sequence[int] = WIDTHS) -> dict[str, list[str]]:
    """Return the accessibility violations by viewport width and theme.

    A key is, for example, `390 dark`. Horizontal scrolling is also a violation. Colors are checked
    at `COLOR_WIDTHS`.
    """
    await page.evaluate(Axe().axe_script)
    await page.evaluate(CONFIGURE_AXE)
    violations: dict[str, list[str]] = {}
    for width in widths:
        await page.set_viewport_size({"width": width, "height": HEIGHT})
        await page.emulate_media(color_scheme="light")
        if width in COLOR_WIDTHS:
            violations[f"{width} light"] = await _run_axe(page, {})
            await page.emulate_media(color_scheme="dark")
            violations[f"{width} dark"] = await _run_axe(page, ONLY_COLORS)
        else:
            violations[f"{width} light"] = await _run_axe(page, WITHOUT_COLORS)
        if overflow := await page.evaluate(MEASURE_OVERFLOW):
            violations[f"{width} light"].append(f"overflows the viewport by {overflow} px")
    return {context: found for context, found in violations.items() if found}


async def _run_axe(page: Page, options: Mapping[str, Any]) -> list[str]:
    result = await page.evaluate(RUN_AXE, options)
    return [
        f"{rule['id']}: {element['html'][:120]}"
        for rule in result["violations"]
        if rule["impact"] in FAILING_IMPACTS
        for element in rule["nodes"]
    ]
