/** Characters of a text that are counted at once, so that counting needs little memory. */
const PART_CHARACTERS = 65_536;

/** The cost of a value besides its text: many short values take longer to read than one long text. */
const VALUE_BYTES = 16;

/** Bytes of a value as JSON in UTF-8, where each value inside counts at least 16. Counting stops beyond the limit. */
export function jsonSize(value: unknown, limit: number): number {
  if (typeof value === 'string') return VALUE_BYTES + textSize(value, limit);
  if (typeof value !== 'object' || value === null) return VALUE_BYTES;
  let size = VALUE_BYTES;
  for (const name in value) {
    if (size > limit) break;
    if (!Array.isArray(value)) size += textSize(name, limit - size);
    size += jsonSize((value as Record<string, unknown>)[name], limit - size);
  }
  return size;
}

function textSize(text: string, limit: number): number {
  let size = 0;
  for (let at = 0; at < text.length && size <= limit; at += PART_CHARACTERS) {
    size += Buffer.byteLength(JSON.stringify(text.slice(at, at + PART_CHARACTERS)));
  }
  return size;
}
