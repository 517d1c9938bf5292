import type { CommandSpec } from './command.js';
import { crawl } from './crawl.js';
import { map } from './map.js';
import { scrape } from './scrape.js';
import { search } from './search.js';

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [search, scrape, crawl, map];
