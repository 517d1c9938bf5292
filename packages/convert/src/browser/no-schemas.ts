/** Stands for the compiler of JSON Schemas in the bundle for browsers, whose policies often forbid generated code. */
export async function compileSchema(): Promise<{ readonly unusable: string }> {
  return { unusable: 'its schema cannot be used: JSON Schemas are compiled in Node.js, Bun and Deno only' };
}
