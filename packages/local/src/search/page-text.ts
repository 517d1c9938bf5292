import type { IndexEntry } from './index-entry.js';

/** Stands between the text of a page and its lines of links, and in neither: a form feed is white space. */
const LINKS = '\n\f\n';

/** The text of a page and its lines of links, as they are stored. */
export function storedText({ text, links }: Pick<IndexEntry, 'text' | 'links'>): string {
  return links === '' ? text : `${text}${LINKS}${links}`;
}

/** The text of a page as it is stored, taken apart. */
export function textAndLinks(stored: string): Pick<IndexEntry, 'text' | 'links'> {
  const [text = '', links = ''] = stored.split(LINKS);
  return { text, links };
}

/** The text of a page as it is stored, for a reader. */
export function readableText(stored: string): string {
  return stored.replace(LINKS, '\n');
}
