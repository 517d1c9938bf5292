import importPlugin from 'eslint-plugin-import';

export default [
  importPlugin.flatConfigs.recommended,
  { languageOptions: { ecmaVersion: 'latest', sourceType: 'module' }, rules: { 'import/no-unresolved': 'error' } },
];
