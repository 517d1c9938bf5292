/** What the body of an answer turned out to be. */
export type Body =
  | { readonly kind: 'json'; readonly value: { readonly success?: unknown } }
  | { readonly kind: 'empty' | 'html' | 'unreadable' };

/**
 * Servers label their answers badly, so the content decides, and the content type only tells a page from broken JSON.
 * Every answer of the API is an object: a bare number or string comes from something in between.
 */
export function parseBody(text: string, contentType: string | null): Body {
  if (!text.trim()) return { kind: 'empty' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { kind: 'json', value };
  } catch {
    // Cut off, or never JSON: the kind says which.
  }
  return { kind: contentType?.includes('html') || /^\s*</.test(text) ? 'html' : 'unreadable' };
}
