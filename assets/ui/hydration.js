// Replaces the server-rendered page with the page that the browser renders, in the frame in which that page is first
// painted.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { findEarlyClick, repeatClick } from "./early_click.js";
import { findEarlyInput, repeatInput } from "./early_input.js";
import { keepMenusInPlace } from "./menu_position.js";
import { useScrollPosition } from "./scroll_position.js";

const UNKNOWN_VIEWER = -1;

let openedPages = 0;

/** @param {{ isReady: boolean, viewerId: number }} props */
export function Hydration({ isReady, viewerId }) {
  const { key } = useLocation();

  useLayoutEffect(() => {
    // The metadata that the server rendered into <head> describes only the first page.
    if (openedPages++) document.head.querySelectorAll("[data-page-meta]").forEach((tag) => tag.remove());
  }, [key]);

  useLayoutEffect(() => {
    if (isReady) removeServerRenderedPage();
  }, [isReady]);

  useScrollPosition(isReady);
  useEffect(keepMenusInPlace, []);

  // If another user is signed in after a reconnection, the page is reloaded to remove the data of the previous user.
  const initialViewer = useRef(UNKNOWN_VIEWER);
  useEffect(() => {
    if (initialViewer.current === UNKNOWN_VIEWER) initialViewer.current = viewerId;
    else if (viewerId !== UNKNOWN_VIEWER && viewerId !== initialViewer.current) location.reload();
  }, [viewerId]);
  return null;
}

// If a menu of the server-rendered page is open, opens the same menu of this page. If a button without an effect was
// clicked there, clicks the same button of this page.
function removeServerRenderedPage() {
  const page = document.querySelector("ssr-page");
  if (!page) return;
  const menuId = page.querySelector(":popover-open")?.id;
  const click = findEarlyClick(page);
  const input = findEarlyInput(page);
  page.remove();
  if (input) repeatInput(input);
  if (click) repeatClick(click);
  const source = document.querySelector(`[popovertarget="${menuId}"]`) ?? undefined;
  if (menuId) document.getElementById(menuId)?.showPopover({ source });
}
