/** What Node, Bun and Deno have and other platforms lack, as far as it is used here: their types are not ours to need. */
interface Host {
  readonly env?: Readonly<Record<string, string | undefined>>;
  getBuiltinModule?(name: 'node:fs'): { promises: { readFile(path: string): Promise<Uint8Array<ArrayBuffer>> } };
}

export function host(): Host {
  return (globalThis as { process?: Host }).process ?? {};
}
