import { expect, test } from 'vitest';
import { isPathLoop } from './path-loop.js';

test.each([
  ['/docs/en/docs/en/docs/en/docs/en/', true],
  ['/a/a/a/a', true],
  ['/start/x/y/z/x/y/z/x/y/z/x/y/z/end', true],
  ['/docs/en/docs/en/docs/en/', false],
  ['/archive/01/01/01', false],
  ['/a/b/a/c/a/d/a/e', false],
  ['/', false],
])('the path %s is a loop: %s', (path, isLoop) => {
  expect(isPathLoop(new URL(path, 'https://quay.example'))).toBe(isLoop);
});
