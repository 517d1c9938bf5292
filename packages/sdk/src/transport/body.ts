import { noop } from '../async/noop.js';

/** What the body of an answer turned out to be; only JSON has a value. */
export interface Body {
  readonly kind: 'json' | 'empty' | 'html' | 'long' | 'deep' | 'unreadable';
  readonly value?: { readonly success?: unknown };
}

/** Nothing that the API says is nested so deeply, and whatever looks at it by recursion gets to its end. */
const DEEPEST = 500;

/** Reads an answer to its end; undefined when it has more bytes than it may. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = response.body?.getReader?.();
  // Nothing to read, or a stream of another kind, from a `fetch` of the caller's.
  if (!reader) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(noop);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Servers label their answers badly, so the content decides, and the content type only tells a page from broken JSON.
 * Every answer of the API is an object: a bare number or string comes from something in between.
 */
export function parseBody(text: string | undefined, contentType: string | null): Body {
  if (text === undefined) return { kind: 'long' };
  if (!text.trim()) return { kind: 'empty' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value) return isDeep(value) ? { kind: 'deep' } : { kind: 'json', value };
  } catch {
    // Cut off, or never JSON: the kind says which.
  }
  return { kind: contentType?.includes('html') || /^\s*</.test(text) ? 'html' : 'unreadable' };
}

function isDeep(value: unknown, level = 0): boolean {
  return (
    Object(value) === value &&
    (level >= DEEPEST || Object.values(value as object).some((inner) => isDeep(inner, level + 1)))
  );
}
