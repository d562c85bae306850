// ESLint for the modules in assets/ui, the classic scripts in assets/ and their tests. Run it from the project folder.
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";

const TESTS = "tests/browser/**/*.js";

export default [
  js.configs.recommended,
  {
    files: ["**/*.{js,jsx}"],
    languageOptions: { globals: globals.browser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", 300],
      "max-lines-per-function": ["error", { max: 40, skipBlankLines: true, skipComments: true }],
      complexity: ["error", 12],
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["assets/ui/**/*.{js,jsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error" },
  },
  { files: ["assets/*.js"], languageOptions: { sourceType: "script" } },
  // As for the Python code, the size limits do not apply to tests.
  { files: [TESTS], rules: { "max-lines": "off", "max-lines-per-function": "off" } },
];
