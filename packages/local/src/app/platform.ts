import { Blob as NodeBlob } from 'node:buffer';

/** Thrown where the service cannot run as it promises; the message says where it can. */
export class UnsuitablePlatform extends Error {
  override readonly name = 'UnsuitablePlatform';
}

/** @throws UnsuitablePlatform in Bun, and in test environments that imitate a browser in this process. */
export function requirePlatform(): void {
  if ('Bun' in globalThis) {
    throw new UnsuitablePlatform(
      '@trawl/local does not run in Bun, whose own version of undici would read the pages of private networks: start it in Node.js or Deno, for instance by `npx @trawl/local`, and give its URL to your program.',
    );
  }
  if (Blob !== NodeBlob) {
    throw new UnsuitablePlatform(
      '@trawl/local needs the classes of Node.js, and this test environment (such as jsdom or happy-dom) has put others in their place: start it in the global set-up of your test runner, or in a test file with the environment `node`.',
    );
  }
}
