import { excessOf } from '../body/json-bounds.js';

/** No answer of a model needs more. */
const BOUNDS = { depth: 64, values: 20_000, characters: 200_000 };

/** The JSON in an answer. Models without a promise of JSON put it into a code block, or words around it. */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  const [, block] = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/i.exec(text) ?? [];
  const candidates = [text, block, between(text, '{', '}'), between(text, '[', ']')];
  for (const candidate of candidates) {
    if (candidate === undefined || excessOf(candidate, BOUNDS)) continue;
    try {
      return { value: JSON.parse(candidate) };
    } catch {
      // The next candidate may be JSON.
    }
  }
  return undefined;
}

function between(text: string, open: string, close: string): string | undefined {
  const start = text.indexOf(open);
  const end = text.lastIndexOf(close);
  return start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
}
