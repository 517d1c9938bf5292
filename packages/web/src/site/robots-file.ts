import { normalEscapes } from './percent-encoding.js';

/** What a robots.txt (RFC 9309) says to one robot. */
export interface RobotsFile {
  /** Whether a path, with the query if there is one, must not be visited. */
  isDisallowed(path: string): boolean;
  /** Seconds between two visits, which is no part of the RFC; undefined if the file does not say. */
  readonly crawlDelay: number | undefined;
  /** The sitemaps of the site as the file writes them, for all robots. */
  readonly sitemaps: readonly string[];
}

/** A line that says something: its name in lower case, and its value. */
interface Line {
  readonly name: string;
  readonly value: string;
}

/** The lines about the same robots. */
interface Group {
  readonly agents: Set<string>;
  readonly rules: Rule[];
  crawlDelay: number | undefined;
}

interface Rule {
  readonly isAllowed: boolean;
  /** The texts between the wildcards of the pattern, in their order. */
  readonly texts: readonly string[];
  /** Whether the last text has to be the end of the path. */
  readonly isWhole: boolean;
  /** The most specific rule counts: the one whose pattern is the longest. */
  readonly length: number;
}

const ANY_ROBOT = '*';

/** Parses a robots.txt for the robot with this name, of which only the part before a space or slash counts. */
export function parseRobotsFile(text: string, robot: string): RobotsFile {
  const lines = linesOf(text);
  const groups = groupsOf(lines);
  const named = groups.filter(({ agents }) => agents.has(tokenOf(robot)));
  const relevant = named.length > 0 ? named : groups.filter(({ agents }) => agents.has(ANY_ROBOT));
  const rules = relevant.flatMap((group) => group.rules);
  return {
    isDisallowed(path) {
      const comparablePath = comparable(path).replaceAll('*', '%2A').replaceAll('$', '%24');
      // The file itself may always be read.
      if (comparablePath === '/robots.txt') return false;
      let best: Rule | undefined;
      for (const rule of rules) {
        const isBetter =
          !best || rule.length > best.length || (rule.length === best.length && rule.isAllowed && !best.isAllowed);
        if (isBetter && matches(rule, comparablePath)) best = rule;
      }
      return best !== undefined && !best.isAllowed;
    },
    crawlDelay: relevant.find(({ crawlDelay }) => crawlDelay !== undefined)?.crawlDelay,
    sitemaps: lines.filter(({ name, value }) => name === 'sitemap' && value !== '').map(({ value }) => value),
  };
}

/** A name and a value, before a comment. The colon may be missing between two words. */
const LINE = /^[\s\uFEFF]*([a-z-]+)(?:\s*:|\s+(?=\S+\s*(?:#|$)))([^#]*)/i;

function linesOf(text: string): Line[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    return name === '' ? [] : { name: name.toLowerCase(), value: value.trim() };
  });
}

/** Only rules end the list of robots that a group is about: other lines may stand anywhere. */
function groupsOf(lines: readonly Line[]): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  for (const { name, value } of lines) {
    if (name === 'user-agent') {
      if (!group || group.rules.length > 0) {
        group = { agents: new Set(), rules: [], crawlDelay: undefined };
        groups.push(group);
      }
      group.agents.add(tokenOf(value));
    } else if (name === 'allow' || name === 'disallow') {
      group?.rules.push(ruleOf(value, name === 'allow'));
    } else if (name === 'crawl-delay' && group && /^\d*\.?\d+$/.test(value)) {
      group.crawlDelay ??= Number(value);
    }
  }
  return groups;
}

function tokenOf(name: string): string {
  return name.split(/[\s/]/, 1)[0]?.toLowerCase() ?? '';
}

function ruleOf(pattern: string, isAllowed: boolean): Rule {
  const isWhole = pattern.endsWith('$');
  const texts = comparable(isWhole ? pattern.slice(0, -1) : pattern)
    .replaceAll('$', '%24')
    .split('*');
  return { isAllowed, texts, isWhole, length: texts.join('*').length + (isWhole ? 1 : 0) };
}

/** Looks for the texts from left to right, each at its first place, which finds a match if there is one. */
function matches({ texts, isWhole, length }: Rule, path: string): boolean {
  const [first = '', ...others] = texts;
  // A rule without a value says nothing.
  if (length === 0 || !path.startsWith(first)) return false;
  if (others.length === 0) return !isWhole || path === first;
  const last = isWhole ? (others.pop() ?? '') : '';
  let from = first.length;
  for (const text of others) {
    const at = path.indexOf(text, from);
    if (at < 0) return false;
    from = at + text.length;
  }
  return path.length - last.length >= from && path.endsWith(last);
}

/** Characters that a URL may have as they are; brackets only in an address. */
const NOT_IN_URL = /[^\w\-.~:/?#@!$&'()*+,;=%]/gu;

/** Characters that separate nothing in a query, encoded. */
const PLAIN_IN_QUERY = /%(?:2F|3A|3F|40)/g;

const encoder = new TextEncoder();

/** A path or pattern in the one form in which they are compared (RFC 9309, section 2.2.2). */
function comparable(text: string): string {
  const encoded = normalEscapes(text).replace(NOT_IN_URL, (character) =>
    [...encoder.encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
  const query = encoded.indexOf('?');
  if (query < 0) return encoded;
  return encoded.slice(0, query) + encoded.slice(query).replace(PLAIN_IN_QUERY, decodeURIComponent);
}
