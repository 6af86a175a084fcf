import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'dist-binary/', 'share/', 'node_modules/', 'test/fixtures/added-feature/'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      // Numbers in sentences are the common case of a terminal program, and they print as one expects.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `switch` over a union lists every kind and has no default: a missing one does not compile.
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['src/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  { files: ['**/*.{js,cjs}'], ...tseslint.configs.disableTypeChecked },
  { files: ['**/*.cjs'], languageOptions: { globals: { process: 'readonly', require: 'readonly' } } },
);
