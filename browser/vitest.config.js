import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = fileURLToPath(new URL("package.json", import.meta.url));

// The modules in assets/ui import packages that are installed in this folder.
const resolvePackages = {
  name: "resolve-packages",
  enforce: "pre",
  resolveId(source, importer, options) {
    const isPackage = /^(?:@[\w-]+\/)?[a-z]/.test(source);
    if (!isPackage || !importer?.startsWith(ROOT) || importer.includes("node_modules")) return null;
    return this.resolve(source, PACKAGES, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  root: ROOT,
  cacheDir: "browser/node_modules/.vite",
  plugins: [resolvePackages],
  resolve: {
    alias: {
      "$/public/ui": `${ROOT}assets/ui`,
      "$/utils/context-registry": `${ROOT}tests/browser/reflex_context.js`,
      "$/utils/context": `${ROOT}tests/browser/reflex_context.js`,
    },
  },
  test: {
    include: ["tests/browser/**/*.test.js"],
    environment: "happy-dom",
    pool: "vmThreads",
    restoreMocks: true,
    unstubGlobals: true,
  },
});
