import { expect, test } from 'vitest';
import { createPathRules } from './path-rules.js';

test.each([
  ['is none', '('],
  ['is larger than the engine can use', 'a'.repeat(100_000)],
])('an expression that %s is refused by its place', (_, expression) => {
  expect(() => createPathRules({ excludePaths: ['/a', expression] })).toThrow(
    expect.objectContaining({
      status: 400,
      body: expect.objectContaining({ details: [expect.objectContaining({ path: ['excludePaths', 1] })] }),
    }),
  );
});

test('of many expressions that never end one is waited for, and named', () => {
  const endless = Array.from({ length: 100 }, (_, index) => `(a+)+${index}$`);
  const rules = createPathRules({ includePaths: ['^/', ...endless] });
  const started = process.cpuUsage();
  const urls = [`http://a.example/${'a'.repeat(60)}!`, 'http://a.example/b'].map((url) => new URL(url));
  const objection = expect.stringContaining('(a+)+0$ in includePaths takes too long');
  expect(rules.objectionsTo(urls)).toEqual([objection, objection]);
  expect(rules.objectionsTo(urls)).toEqual([objection, objection]);
  // Each of them would take a second.
  const { user } = process.cpuUsage(started);
  expect(user / 1e6).toBeLessThan(20);
});
