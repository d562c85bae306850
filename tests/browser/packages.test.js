// The types and the tests must use the same versions of the packages as the site.
import { expect, test } from "vitest";
import site from "../../reflex.lock/package-lock.json";
import development from "../../browser/package-lock.json";

/** @type {Record<string, { version?: string, devDependencies?: Record<string, string> }>} */
const siteVersions = site.packages;
/** @type {typeof siteVersions} */
const developmentVersions = development.packages;
const names = Object.keys(developmentVersions[""].devDependencies ?? {}).map((name) => `node_modules/${name}`);
const shared = names.filter((name) => name in siteVersions);

test("some packages are shared", () => {
  expect(shared).toContain("node_modules/react");
});

test.each(shared)("%s", (name) => {
  expect(developmentVersions[name].version).toBe(siteVersions[name].version);
});

test("the lock file contains no URLs of a registry", () => {
  expect(JSON.stringify(development)).not.toContain('"resolved"');
});
