// Renders components and hooks with React, at a URL.
import { act, createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter, useNavigate } from "react-router";
import { onTestFinished } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** @type {ReturnType<typeof useNavigate>} */
let currentNavigate;

/** @param {string | number} target a URL, or a number of history entries */
export const navigate = (target) => act(() => void currentNavigate(/** @type {any} */ (target)));

function Navigation() {
  const navigateTo = useNavigate();
  useEffect(() => {
    currentNavigate = navigateTo;
  });
  return null;
}

/**
 * Renders an element and returns its container and a function that renders another element in its place.
 * @param {ReactNode} element
 * @param {string} [url]
 */
export function render(element, url = "/") {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  const rerender = (/** @type {ReactNode} */ next) =>
    act(() => root.render(createElement(MemoryRouter, { initialEntries: [url] }, createElement(Navigation), next)));
  const unmount = () => act(() => root.unmount());
  rerender(element);
  onTestFinished(() => {
    unmount();
    container.remove();
  });
  return { container, rerender, unmount };
}

/**
 * Renders a hook. `result.current` is what it returned last, and `rerender` calls it with other arguments.
 * @template {unknown[]} A
 * @template R
 * @param {(...args: A) => R} hook
 * @param {A} args
 * @param {string} [url]
 */
export function renderHook(hook, args, url) {
  const result = { current: /** @type {R} */ (undefined) };
  /** @param {{ args: A }} props */
  function Component(props) {
    result.current = hook(...props.args);
    return null;
  }
  const { rerender, unmount } = render(createElement(Component, { args }), url);
  return {
    result,
    unmount,
    rerender: (/** @type {A} */ ...next) => rerender(createElement(Component, { args: next })),
  };
}
