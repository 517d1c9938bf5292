import { expect, it } from 'vitest';
import { RULES } from '../rules/index.js';
import { adviceOn } from './advice.js';

it('is that of the rule', () => {
  expect(adviceOn('default-changed')).toBe('Keep the default. Programs that want the other value can send it.');
  expect(adviceOn('path-removed')).toMatch(/^Keep the path/);
});

it('is none for a rule that nobody knows', () => {
  expect(adviceOn('unknown')).toBe('');
});

it('belongs to one rule each', () => {
  expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
});
