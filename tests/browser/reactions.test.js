import { createElement } from "react";
import { expect, test } from "vitest";
import { ReactionBar } from "$/public/ui/reactions.js";
import { render } from "./render.js";

const CHOICES = [
  { code: "like", emoji: "👍", name: "Like", image: null, is_extended: false, is_active: true },
  { code: "bread", emoji: "🍞", name: "Bread", image: null, is_extended: false, is_active: true },
];
const COUNTS = CHOICES.map(({ code, emoji, image, name }) => ({
  code,
  emoji,
  image,
  name,
  count: 2,
}));

/** @param {Partial<Parameters<typeof ReactionBar>[0]>} [props] */
function renderBar(props) {
  const defaults = {
    id: "bar",
    counts: COUNTS,
    myReaction: "like",
    resetKey: 0,
    choices: CHOICES,
    classNames: {},
  };
  const images = { "👍": "/like.svg" };
  const bar = {
    ...defaults,
    images,
    onReact: () => {},
    isOffered: true,
    children: null,
    ...props,
  };
  return render(createElement(ReactionBar, bar)).container;
}

test("a viewer who may not react sees the counts and no buttons", () => {
  const bar = renderBar({ isOffered: false });
  expect(bar.querySelector("button")).toBeNull();
  expect([...bar.querySelectorAll("[role=img]")].map((count) => count.getAttribute("aria-label"))).toEqual([
    "Like: 2",
    "Bread: 2",
  ]);
  expect(renderBar({ isOffered: false, counts: [] }).innerHTML).toBe("");
});

test("emoji are images with a text, and text if there is no image", () => {
  const [like, bread] = renderBar().querySelectorAll("button[aria-pressed]");
  expect(like.querySelector("img")).toMatchObject({
    alt: "👍",
    width: 36,
    height: 36,
  });
  expect(like.getAttribute("aria-label")).toBe("Like: 2");
  expect(bread.querySelector("img")).toBeNull();
  expect(bread.textContent).toBe("🍞2");
});

test("the counts show the current image, name and order of the reactions", () => {
  const [like, bread] = CHOICES;
  const choices = [bread, { ...like, image: "/media/nice.webp", name: "Nice", is_active: false }];
  const chips = renderBar({ choices }).querySelectorAll("[role=group] > [aria-label$=': 2']");
  expect([...chips].map((chip) => chip.getAttribute("aria-label"))).toEqual(["Bread: 2", "Nice: 2"]);
  expect(chips[1].querySelector("img")).toMatchObject({
    alt: "Nice",
    src: expect.stringContaining("/media/nice.webp"),
  });
});

test("a retired reaction cannot be chosen, but the viewer can remove it", () => {
  const choices = CHOICES.map((choice) => ({ ...choice, is_active: choice.code === "like" }));
  const bar = renderBar({ choices });
  const offered = bar.querySelectorAll("[popover] button");
  expect([...offered].map((button) => button.getAttribute("title"))).toEqual(["Like"]);
  expect(bar.querySelector("[aria-label='Bread: 2']")?.localName).toBe("span");
  const own = renderBar({ choices, myReaction: "bread" });
  expect(own.querySelector("[aria-label='Bread: 2']")?.localName).toBe("button");
});
