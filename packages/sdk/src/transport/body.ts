import { noop } from '../async/noop.js';

/** The kind of a response body, and its value if it is JSON. */
export interface Body {
  readonly kind: 'json' | 'empty' | 'html' | 'tooLarge' | 'tooDeep' | 'unreadable';
  readonly value?: { readonly success?: unknown };
}

/** The maximum depth of a response: deeper than any of the API, and shallow enough for recursive code. */
const MAX_DEPTH = 500;

/** One for all responses, made with the first: making one takes as long as reading a small response. */
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Reads a response to its end. Returns undefined if it has more than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = globalThis.TextDecoder && response.body?.getReader?.();
  // There is no body, the caller's `fetch` has streams of another kind, or the platform decodes nothing, as jsdom.
  if (!reader) return response.text();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) {
      decoder ??= new TextDecoder();
      return chunks.length === 1 ? decoder.decode(chunks[0]) : new Blob(chunks).text();
    }
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(noop);
      return undefined;
    }
    chunks.push(value);
  }
}

/**
 * Servers send wrong content types. So the content decides, and the content type only tells a web page from broken JSON.
 * The API answers with objects: a bare number or string comes from something in between.
 */
export function parseBody(text: string | undefined, contentType: string | null): Body {
  if (text === undefined) return { kind: 'tooLarge' };
  try {
    const value: unknown = JSON.parse(text);
    // A level takes two characters at least.
    const isTooDeep = text.length >= 2 * MAX_DEPTH && isDeep(value);
    if (typeof value === 'object' && value) return isTooDeep ? { kind: 'tooDeep' } : { kind: 'json', value };
  } catch {
    // The kind says that it is no JSON.
  }
  if (!text.trim()) return { kind: 'empty' };
  return { kind: contentType?.includes('html') || /^\s*</.test(text) ? 'html' : 'unreadable' };
}

function isDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (level >= MAX_DEPTH) return true;
  for (const name in value) if (isDeep(value[name as never], level + 1)) return true;
  return false;
}
