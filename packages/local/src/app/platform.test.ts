import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLocalServer } from './server.js';

describe('a server says at its start that it does not run', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it.each([
    ['in Bun', 'Bun', {}, /in Node.js or Deno/],
    ['where a test environment has put in place its own classes', 'Blob', class Blob {}, /`node`/],
  ])('%s', async (_, name, value, advice) => {
    vi.stubGlobal(name, value);
    await expect(createLocalServer()).rejects.toThrow(advice);
  });
});
