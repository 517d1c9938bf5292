import type { ToolOptions } from '../policy.js';
import type { Tool } from '../tool.js';
import { agent } from './agent.js';
import { askPage } from './ask-page.js';
import { crawl, crawlStatus } from './crawl.js';
import { credits } from './credits.js';
import { interact } from './interact.js';
import { map } from './map.js';
import { parse } from './parse.js';
import { readMore } from './read-more.js';
import { scrape } from './scrape.js';
import { search } from './search.js';

const all: readonly Tool[] = [
  search,
  scrape,
  readMore,
  map,
  crawl,
  crawlStatus,
  interact,
  parse,
  askPage,
  agent,
  credits,
];

/** The options of a session, and who may call its tools. */
export interface SessionOptions extends ToolOptions {
  /** Anyone may call, without a key. */
  readonly isOpen?: boolean | undefined;
  /** The key of the client, whose cursors no other may use. */
  readonly key?: string | undefined;
}

/**
 * The tools of a session, in the order in which a model sees them.
 *
 * @throws TypeError when a tool is asked for that there is not, or not with these options.
 */
export function toolsFor(session: SessionOptions): readonly Tool[] {
  const { tools: extraTools = [] } = session;
  for (const name of extraTools === 'all' ? [] : extraTools) {
    const reason = missingToolReason(name, session);
    if (reason) throw new TypeError(`tools: ${reason}`);
  }
  return all.filter(({ name }) => missingToolReason(name, session) === undefined);
}

/** Why a session does not have a tool; undefined if it has. */
export function missingToolReason(name: string, session: SessionOptions): string | undefined {
  const tool = all.find((one) => one.name === name);
  if (!tool) return `There is no tool ${name}. There are ${all.map((one) => one.name).join(', ')}.`;
  if (tool === parse && session.filesFolder === undefined) return 'The tool parse needs a folder of files to read.';
  if (tool === interact && session.isOpen)
    return 'The tool interact needs a key over HTTP: start the server with keys.';
  const hasHostRules = session.allowedHosts !== undefined || (session.blockedHosts ?? []).length > 0;
  if ((tool === interact || tool === agent) && hasHostRules) {
    return `There is no tool ${name} where rules for hosts hold, since it could leave them: use search and scrape.`;
  }
  const { tools: extraTools = [] } = session;
  if (tool.isDefault || extraTools === 'all' || extraTools.includes(name)) return undefined;
  return `The tool ${name} was not asked for in the options of the session.`;
}
