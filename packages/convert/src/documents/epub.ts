import { ConvertError } from '../page/convert-error.js';
import { unpack } from './archive.js';
import { bodyOf } from './body.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { factsOf } from './dublin-core.js';
import { pathFrom, xmlPart } from './xml.js';

/** Elements that XHTML may close in their own tag, which HTML would leave open to the end of the book. */
const SELF_CLOSED = /<(a|b|div|em|h[1-6]|i|li|p|script|section|span|strong|style|td|th|title)(\s[^<>]*)?\/>/gi;

/** Reads the chapters of a book in the order of its spine. */
export function readEpub(body: Uint8Array, budget = new DocumentBudget(body.length)): ReadDocument {
  const archive = unpack(body, budget, (name) => /\.(opf|xml|xhtml|html?)$/i.test(name));
  const [root] = xmlPart(archive, 'META-INF/container.xml', budget)?.('rootfile') ?? [];
  const packagePath = root?.attribs['full-path'] ?? '';
  const book = xmlPart(archive, packagePath, budget);
  if (!book) throw new ConvertError('unreadable', 'The file is no EPUB book: it names no package of contents.');
  const items = new Map([...book('item'), ...book('opf:item')].map(({ attribs }) => [attribs.id, attribs.href]));
  const chapters = [...book('itemref'), ...book('opf:itemref')].flatMap(({ attribs }) => {
    const href = items.get(attribs.idref);
    const bytes = href === undefined ? undefined : archive[pathFrom(packagePath, href)];
    if (!bytes) return [];
    // A book may name one chapter again and again.
    budget.spend('character', bytes.length);
    return [bodyOf(new TextDecoder().decode(bytes)).replace(SELF_CLOSED, '<$1$2></$1>')];
  });
  const text = chapters.join('');
  if (text === '')
    throw new ConvertError('unreadable', 'The book has no chapter that can be read: it may be encrypted.');
  return { html: documentHtml(text, factsOf(archive[packagePath], budget)) };
}
