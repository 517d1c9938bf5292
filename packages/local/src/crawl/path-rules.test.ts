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
