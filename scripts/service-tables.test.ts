import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the guides have the tables of the service as its source has them', () => {
  const { stderr, status } = spawnSync('npm', ['run', '--silent', 'service:tables', '--', '--check'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('does not match')]);
});
