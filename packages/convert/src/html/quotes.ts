import { type Element, isTag } from './html.js';

/** Whether an aside is a quote below the name of its author, as in forums. */
export function isAttributedQuote({ name, attribs, children }: Element): boolean {
  if (name !== 'aside' || !/(?:^|\s)quote(?:$|\s)/.test(attribs.class ?? '')) return false;
  const [title, quote, ...others] = children.filter(isTag);
  return title?.name !== 'blockquote' && quote?.name === 'blockquote' && others.length === 0;
}
