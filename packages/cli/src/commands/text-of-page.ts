import { printableLine } from '@trawl/base/printable';

/** The formats that are a text by themselves. */
const TEXTS = new Set(['markdown', 'html', 'rawHtml', 'summary', 'answer', 'screenshot']);

/** What is there beside the formats. */
const BESIDE = new Set(['metadata', 'warning']);

/** The text of a page with one format. There is none for several, or for data: they are JSON. */
export function textOfPage(document: object): string | undefined {
  const [format, ...others] = Object.entries(document).filter(([name, value]) => !BESIDE.has(name) && value != null);
  if (!format || others.length > 0) return undefined;
  const [name, value] = format;
  if (TEXTS.has(name)) return String(value);
  return isTexts(value) ? value.map(printableLine).join('\n') : undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
