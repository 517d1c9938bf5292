/** The part of `process` that the SDK uses. Written by hand, so that you need no types of Node.js. */
export interface Host {
  readonly env?: Readonly<Record<string, string | undefined>>;
  getBuiltinModule?(name: 'node:fs'): { promises: { readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>> } };
}

export function host(): Host {
  return (globalThis as { process?: Host }).process ?? {};
}
