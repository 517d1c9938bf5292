import { type Element, firstElements } from './html.js';

/** Whether an aside is a quote below the name of its author, as in forums. */
export function isAttributedQuote(aside: Element): boolean {
  const { name, attribs } = aside;
  if (name !== 'aside' || !/(?:^|\s)quote(?:$|\s)/.test(attribs.class ?? '')) return false;
  const [title, quote, ...others] = firstElements(aside, 3);
  return title?.name !== 'blockquote' && quote?.name === 'blockquote' && others.length === 0;
}
