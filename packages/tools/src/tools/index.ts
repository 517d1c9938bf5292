import { clipped } from '../pages/clipped.js';
import type { ToolOptions } from '../policy.js';
import type { Tool } from '../tool.js';
import { agent } from './agent.js';
import { readApiDocs, searchApiDocs } from './api-docs.js';
import { askPage } from './ask-page.js';
import { crawl, crawlStatus } from './crawl.js';
import { credits } from './credits.js';
import { interact } from './interact.js';
import { map } from './map.js';
import { parse } from './parse.js';
import { readMore } from './read-more.js';
import { scrape, scrapeWithoutPictures } from './scrape.js';
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
  searchApiDocs,
  readApiDocs,
];

/** The options of a session, and who may call its tools. */
export interface SessionOptions extends ToolOptions {
  /** Anyone may call, without a key. */
  readonly isOpen?: boolean | undefined;
  /** The key of the client, whose cursors no other may use. */
  readonly key?: string | undefined;
  /** Reports what became of a job whose id the client will not get. */
  readonly onLostJob?: ((message: string) => void) | undefined;
}

/**
 * The tools of a session, in the order in which a model sees them.
 *
 * @throws TypeError when a tool is asked for that there is not, or not with these options, or without one that it leads to.
 */
export function toolsFor(session: SessionOptions): readonly Tool[] {
  const names = [session.tools ?? 'default'].flat();
  for (const name of names.filter((one) => !GROUPS.has(one))) {
    const reason = all.some((one) => one.name === name) ? refusalOf(name, session) : unknownReason(name);
    if (reason) throw new TypeError(`tools: ${reason}`);
  }
  const tools = all
    .filter((tool) => isNamed(tool, names) && refusalOf(tool.name, session) === undefined)
    .map((tool) => (tool === scrape && hasHostRules(session) ? scrapeWithoutPictures : tool));
  if (tools.length === 0) throw new TypeError('tools: Name at least one tool, or default.');
  for (const { name, leadsTo = [] } of tools) {
    const missing = leadsTo.find((other) => !tools.some((one) => one.name === other));
    if (missing)
      throw new TypeError(`tools: The results of ${name} tell the model to call ${missing}: name it as well.`);
  }
  return tools;
}

/** Why a session does not have a tool; undefined if it has. */
export function missingToolReason(name: string, session: SessionOptions): string | undefined {
  const tool = all.find((one) => one.name === name);
  if (!tool) return unknownReason(name);
  if (isNamed(tool, [session.tools ?? 'default'].flat())) return refusalOf(name, session);
  return `The tool ${name} was not asked for in the options of the session.`;
}

const GROUPS: ReadonlySet<string> = new Set(['default', 'all']);

const isNamed = (tool: Tool, names: readonly string[]): boolean =>
  names.includes(tool.name) || names.includes('all') || (tool.isDefault && names.includes('default'));

/** The maximum length of a name that the model made up. */
const MAX_NAME_TOKENS = 60;

const unknownReason = (name: string): string =>
  `There is no tool ${clipped(name, MAX_NAME_TOKENS)}. There are ${all.map((one) => one.name).join(', ')}.`;

const hasHostRules = ({ allowedHosts, blockedHosts = [] }: SessionOptions): boolean =>
  allowedHosts !== undefined || blockedHosts.length > 0;

/** Why a tool cannot be there with these options; undefined if it can. */
function refusalOf(name: string, session: SessionOptions): string | undefined {
  if (name === parse.name && session.filesFolder === undefined)
    return 'The tool parse needs a folder of files to read.';
  if ((name === searchApiDocs.name || name === readApiDocs.name) && session.referenceUrl === undefined)
    return `The tool ${name} needs the address of the reference: give referenceUrl.`;
  if (name === interact.name && session.isOpen)
    return 'The tool interact needs a key over HTTP: start the server with keys.';
  if ((name === interact.name || name === agent.name) && hasHostRules(session)) {
    return `There is no tool ${name} where rules for hosts hold, since it could leave them: use search and scrape.`;
  }
  return undefined;
}
