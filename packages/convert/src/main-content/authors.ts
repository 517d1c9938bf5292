import { type Document, elementList, hasAttributeInSource, plainText, rawText } from '../html/html.js';
import { nameOf } from './page-title.js';

/** A longer one is a sentence, and one word alone may be any word of the text. */
const WORDS_OF_NAME = { min: 2, max: 5 };

/** The names of those who wrote a page, as its metadata, its microdata and its links declare them, in small letters. */
export function authorsOf(page: Document): string[] {
  const names = new Set<string>();
  const add = (text: string | undefined): void => {
    if (text === undefined || text.length > MAX_LENGTH) return;
    const name = nameOf(text);
    const words = name.split(' ').length;
    if (words >= WORDS_OF_NAME.min && words <= WORDS_OF_NAME.max) names.add(name);
  };
  const mayHaveItems = hasAttributeInSource(page, 'itemprop');
  for (const element of elementList(page)) {
    const { name, attribs } = element;
    if (name === 'meta') {
      if (/^(?:article:)?author$/i.test(attribs.name ?? attribs.property ?? '')) add(attribs.content);
    } else if (name === 'script') {
      if (attribs.type !== 'application/ld+json') continue;
      for (const [, author] of rawText(element).matchAll(AUTHOR)) add(author);
    } else if (name === 'a' && attribs.rel?.split(/\s+/).includes('author')) add(plainText(element));
    else if (mayHaveItems && attribs.itemprop === 'author') add(plainText(element));
  }
  return [...names];
}

const MAX_LENGTH = 80;

/** The name of an author in JSON-LD, with what may stand in front of it in its object. */
const AUTHOR = /"author"\s*:\s*\[?\s*(?:\{[^{}[\]]{0,400}?"name"\s*:\s*)?"([^"\\]{1,80})"/g;
