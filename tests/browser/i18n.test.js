import { beforeEach, describe, expect, test, vi } from "vitest";

const RUSSIAN = {
  locale: "ru",
  dateLocale: "ru",
  categories: ["one", "few", "many"],
  messages: {
    Saved: "Сохранено",
    "token\u0004Name": "Название",
    Name: "Имя",
    "{n} comment": ["{n} комментарий", "{n} комментария", "{n} комментариев"],
  },
};

/** @param {object} [catalog] */
async function loadModule(catalog) {
  vi.resetModules();
  if (catalog) vi.doMock("$/public/ui/catalog.js", () => ({ default: catalog }));
  else vi.doUnmock("$/public/ui/catalog.js");
  return import("$/public/ui/i18n.js");
}

describe("in the source language", () => {
  /** @type {typeof import("$/public/ui/i18n.js")} */
  let i18n;
  beforeEach(async () => {
    i18n = await loadModule();
  });

  test("gettext returns the message", () => {
    expect(i18n.gettext("Saved")).toBe("Saved");
  });

  test("gettext replaces placeholders and keeps those without a value", () => {
    expect(i18n.gettext("{name} of {total}", { name: "Ada" })).toBe("Ada of {total}");
  });

  test("a value can contain a placeholder, which is not replaced", () => {
    expect(i18n.gettext("{a} {b}", { a: "{b}", b: 1 })).toBe("{b} 1");
  });

  test.each([
    [0, "0 comments"],
    [1, "1 comment"],
    [2, "2 comments"],
    [21, "21 comments"],
  ])("ngettext(%i) is %s", (n, text) => {
    expect(i18n.ngettext("{n} comment", "{n} comments", n)).toBe(text);
  });

  test("ngettext replaces further placeholders", () => {
    expect(i18n.ngettext("{n} by {name}", "{n} by {name}", 2, { name: "Ada" })).toBe("2 by Ada");
  });
});

describe("in Russian", () => {
  /** @type {typeof import("$/public/ui/i18n.js")} */
  let i18n;
  beforeEach(async () => {
    i18n = await loadModule(RUSSIAN);
  });

  test("gettext translates, and returns unknown messages unchanged", () => {
    expect([i18n.gettext("Saved"), i18n.gettext("Unknown")]).toEqual(["Сохранено", "Unknown"]);
  });

  test("pgettext uses the context", () => {
    expect([i18n.pgettext("token", "Name"), i18n.gettext("Name")]).toEqual(["Название", "Имя"]);
  });

  test.each([
    [1, "1 комментарий"],
    [3, "3 комментария"],
    [5, "5 комментариев"],
    [21, "21 комментарий"],
  ])("ngettext(%i) is %s", (n, text) => {
    expect(i18n.ngettext("{n} comment", "{n} comments", n)).toBe(text);
  });

  test("pluralText falls back to the last form", () => {
    expect(i18n.pluralText(["{n} comment", "{n} comments"], 5)).toBe("5 comments");
  });

  test("the locales are exported", () => {
    expect([i18n.locale, i18n.dateLocale]).toEqual(["ru", "ru"]);
  });
});
