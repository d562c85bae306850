import { act, createElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { forgetAction, rememberAction } from "$/public/ui/pending_action.js";
import { ReactionBar } from "$/public/ui/reactions.js";
import { Toggle } from "$/public/ui/toggle.js";
import { breakStorage } from "./failing_storage.js";
import { render } from "./render.js";

const CHOICES = [{ code: "like", emoji: "👍", name: "Like", image: null, is_extended: false, is_active: true }];
const CLASS_NAMES = { on: "on", off: "off" };

/** @param {Partial<React.ComponentProps<typeof Toggle>>} props */
const makeToggle = (props) =>
  createElement(Toggle, {
    isOn: false,
    resetKey: 0,
    classNames: CLASS_NAMES,
    onToggle: vi.fn(),
    action: ["follow", 7],
    children: ["Follow", "Following"],
    ...props,
  });

/** @param {Partial<React.ComponentProps<typeof ReactionBar>>} props */
const makeReactionBar = (props) =>
  createElement(ReactionBar, {
    id: "react-post",
    counts: [],
    myReaction: null,
    resetKey: 0,
    choices: CHOICES,
    classNames: {},
    images: {},
    isOffered: true,
    onReact: vi.fn(),
    children: "React",
    ...props,
  });

/** @param {HTMLElement} container */
const clickButton = (container) => act(() => container.querySelector("button")?.click());
/** Shows the element as the page shows it after the guest has signed in. */
const showToMember = (/** @type {ReactNode} */ element) => render(element).container;

beforeEach(() => {
  forgetAction();
  history.replaceState(null, "", "/p/1/bread");
});

test("follows once after the sign-in the user whom a guest wanted to follow", () => {
  clickButton(render(makeToggle({ disabled: true })).container);
  const onToggle = vi.fn();
  showToMember(makeToggle({ onToggle, action: ["follow", 8] }));
  expect(onToggle).not.toHaveBeenCalled();
  const container = showToMember(makeToggle({ onToggle }));
  expect(onToggle.mock.calls).toEqual([[true]]);
  expect(container.textContent).toBe("Following");
  showToMember(makeToggle({ onToggle }));
  expect(onToggle).toHaveBeenCalledOnce();
});

test("waits until the page knows that the viewer is signed in", () => {
  rememberAction("follow", 7);
  const onToggle = vi.fn();
  const { rerender } = render(makeToggle({ onToggle, disabled: true }));
  expect(onToggle).not.toHaveBeenCalled();
  rerender(makeToggle({ onToggle, disabled: false }));
  expect(onToggle.mock.calls).toEqual([[true]]);
});

test("reacts after the sign-in, and keeps the reaction if the member has already reacted", () => {
  const onReact = vi.fn();
  clickButton(render(makeReactionBar({ disabled: true })).container);
  showToMember(makeReactionBar({ myReaction: "like", onReact }));
  expect(onReact.mock.calls).toEqual([["like"]]);
});

test("forgets the action on another page, after a while, and if the dialog is closed", () => {
  const onToggle = vi.fn();
  rememberAction("follow", 7);
  history.replaceState(null, "", "/p/2/rye");
  showToMember(makeToggle({ onToggle }));

  rememberAction("follow", 7);
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 31 * 60 * 1000);
  showToMember(makeToggle({ onToggle }));
  vi.restoreAllMocks();

  rememberAction("follow", 7);
  const dialog = document.body.appendChild(Object.assign(document.createElement("dialog"), { id: "auth" }));
  dialog.dispatchEvent(new Event("close"));
  showToMember(makeToggle({ onToggle }));
  dialog.remove();
  expect(onToggle).not.toHaveBeenCalled();
});

test("ignores invalid stored actions", () => {
  const onToggle = vi.fn();
  for (const text of ["{", "null", "[]", '{"kind":"delete","target":"7"}', '{"kind":"follow","target":"7"}']) {
    sessionStorage.setItem("pending-action", text);
    showToMember(makeToggle({ onToggle }));
  }
  expect(onToggle).not.toHaveBeenCalled();
});

test("works without storage", () => {
  breakStorage("sessionStorage");
  const onToggle = vi.fn();
  clickButton(render(makeToggle({ onToggle, disabled: true })).container);
  expect(onToggle.mock.calls).toEqual([[true]]);
});
