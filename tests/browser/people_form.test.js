import { act, createElement as el } from "react";
import { expect, test, vi } from "vitest";
import { PeopleForm } from "$/public/ui/chat/people_form.jsx";
import { render } from "./render.js";

const ADA = { id: 1, slug: "ada", name: "Ada", avatar: null };

test("the chosen people remain until the server has accepted the form", () => {
  vi.useFakeTimers();
  const onSubmit = vi.fn();
  const props = /** @type {any} */ ({
    ...{ people: [ADA], memberIds: [], maxNameLength: 50, submitLabel: "Create", dialogId: "group" },
    ...{ classNames: {}, icons: {}, onFind: vi.fn(), onSubmit },
  });
  const { container, rerender } = render(el(PeopleForm, { ...props, successes: 4 }));
  const button = (/** @type {string} */ text) =>
    [...container.querySelectorAll("button")].find((found) => found.textContent.includes(text));
  const [name, search] = /** @type {HTMLInputElement[]} */ ([...container.querySelectorAll("input")]);
  type(name, "Bakers");
  type(search, "ad");
  act(() => button("@ada")?.click());
  act(() => button("Create")?.click());
  expect(onSubmit).toHaveBeenCalledWith({ name: "Bakers", user_ids: [1] });
  rerender(el(PeopleForm, { ...props, people: [], successes: 4 }));
  expect([name.value, button("Ada")?.getAttribute("aria-label")]).toEqual(["Bakers", "Remove Ada"]);
  rerender(el(PeopleForm, { ...props, people: [], successes: 5 }));
  expect([name.value, button("Ada")]).toEqual(["", undefined]);
});

/**
 * @param {HTMLInputElement} input
 * @param {string} text
 */
function type(input, text) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  act(() => {
    set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
