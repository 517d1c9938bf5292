import { debuglog } from 'node:util';
import type { PageFacts } from '../extraction/page-facts.js';

const log = debuglog('trawl-convert');

/** With `NODE_DEBUG=trawl-convert`, Node.js writes what is left out of each page to its standard error. */
export function logRemovals({ url, removed }: PageFacts): void {
  if (!log.enabled) return;
  for (const { selector, reason, text } of removed()) log('%s: left out %s (%s): %s', url, selector, reason, text);
}
