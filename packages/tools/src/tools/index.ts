import type { ToolOptions } from '../policy.js';
import type { Tool } from '../tool.js';
import { crawl, crawlStatus } from './crawl.js';
import { interact } from './interact.js';
import { map } from './map.js';
import { moreTools } from './more.js';
import { parse } from './parse.js';
import { readMore } from './read-more.js';
import { scrape } from './scrape.js';
import { search } from './search.js';

const all: readonly Tool[] = [search, scrape, readMore, map, crawl, crawlStatus, interact, parse, ...moreTools];

/**
 * The tools of a session, in the order in which a model sees them.
 *
 * @throws TypeError when a tool is asked for that does not exist.
 */
export function toolsFor({ tools: asked = [], filesFolder }: ToolOptions): readonly Tool[] {
  const unknown = asked === 'all' ? [] : asked.filter((name) => !all.some((tool) => tool.name === name));
  if (unknown.length > 0) {
    throw new TypeError(`There is no tool ${unknown.join(', ')}. There are ${all.map(({ name }) => name).join(', ')}.`);
  }
  return all.filter(
    (tool) =>
      (tool.isDefault || asked === 'all' || asked.includes(tool.name)) && (tool !== parse || filesFolder !== undefined),
  );
}
