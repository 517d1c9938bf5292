/** What the body of an answer turned out to be; only JSON has a value. */
export interface Body {
  readonly kind: 'json' | 'empty' | 'html' | 'unreadable';
  readonly value?: { readonly success?: unknown };
}

/**
 * Servers label their answers badly, so the content decides, and the content type only tells a page from broken JSON.
 * Every answer of the API is an object: a bare number or string comes from something in between.
 */
export function parseBody(text: string, contentType: string | null): Body {
  if (!text.trim()) return { kind: 'empty' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value) return { kind: 'json', value };
  } catch {
    // Cut off, or never JSON: the kind says which.
  }
  return { kind: contentType?.includes('html') || /^\s*</.test(text) ? 'html' : 'unreadable' };
}
