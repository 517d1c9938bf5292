import { lexer, type Token, type Tokens } from 'marked';
import { type GuideMessage, type GuideSection, plainText, textsOf } from '../guides/headings.js';
import type { SearchEntry, SearchKind } from '../site/search-entry.js';
import type { Section } from './sections.js';

/** A guide as the search finds it. */
export interface FindableGuide {
  readonly title: string;
  readonly summary: string;
  /** Relative to the folder of the guides. */
  readonly path: string;
  /** What stands before the first section. */
  readonly beginning: string;
  readonly sections: readonly GuideSection[];
  /** The rows of its tables of messages. */
  readonly messages: readonly GuideMessage[];
}

/** What the rows of a table are, by the heading of its first column. */
const KIND_OF_ROWS: Readonly<Record<string, SearchKind>> = {
  Field: 'Field',
  Name: 'Field',
  Code: 'Error code',
  Status: 'Status',
  What: 'Limit',
  Format: 'Value',
  Action: 'Value',
  Source: 'Value',
  Category: 'Value',
  Parser: 'Value',
};

/** All that can be found: every section of the reference and of the guides, and every row of their tables with a name. */
export function searchIndex(sections: readonly Section[], guides: readonly FindableGuide[]): SearchEntry[] {
  const users = usersOf(sections);
  const reference = sections.flatMap((section) => entriesOf(section, users));
  return [...withoutRepetition(reference), ...guides.flatMap(entriesOfGuide)];
}

/** A field that a call and its schema both show is found at the call, which comes first. */
function withoutRepetition(entries: readonly SearchEntry[]): SearchEntry[] {
  const knownPaths = new Set<string>();
  return entries.filter(({ kind, name, text }) => {
    if (kind !== 'Field') return true;
    const key = `${name} ${text}`;
    if (knownPaths.has(key)) return false;
    knownPaths.add(key);
    return true;
  });
}

/** The calls whose tables name a schema, by its name. */
function usersOf(sections: readonly Section[]): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const { title, markdown, operation } of sections) {
    if (!operation) continue;
    for (const [, name = ''] of markdown.matchAll(/\(#\/schema\/(\w+)\)/g)) {
      const titles = users.get(name) ?? [];
      if (!titles.includes(title)) users.set(name, [...titles, title]);
    }
  }
  return users;
}

function entriesOf(section: Section, users: ReadonlyMap<string, readonly string[]>): SearchEntry[] {
  const { id, kind, title, markdown, operation } = section;
  const href = `#${id}`;
  const { beginning, sections: parts } = textsOf(markdown);
  const rows = rowsOf(section);
  if (kind === 'introduction') {
    const inside = parts.map((part): SearchEntry => {
      const { title: name, text } = part;
      return { kind: 'Section', name, place: title, text, href: `${href}/${slugOf(name)}` };
    });
    return [{ kind: 'Section', name: title, place: 'Introduction', text: beginning, href }, ...inside, ...rows];
  }
  if (kind === 'schema') {
    const place = placeOf(users.get(title) ?? []);
    const fields = rows.map((row) => ({ ...row, place: [`of ${title}`, place].filter(Boolean).join(', ') }));
    return [{ kind: 'Schema', name: title, place, text: beginning, href }, ...fields];
  }
  const place = operation ? `${operation.method.toUpperCase()} ${operation.path}` : 'sent to your webhook';
  const fields = rows.filter((row) => row.kind === 'Field').map((row) => ({ ...row, place: `of: ${title}` }));
  return [{ kind: operation ? 'Call' : 'Event', name: title, place, text: beginning, href }, ...fields];
}

const MAX_USERS = 3;

function placeOf(titles: readonly string[]): string {
  const titleList = titles.slice(0, MAX_USERS).join(', ');
  return titles.length === 0 ? '' : `in: ${titleList}${titles.length > MAX_USERS ? ' …' : ''}`;
}

/** The id of a row on the page of the reference. */
export function rowId(section: Section, name: string): string {
  return `${section.id}/${name}`;
}

function rowsOf(section: Section): SearchEntry[] {
  return lexer(section.markdown).flatMap((token: Token) => {
    if (token.type !== 'table') return [];
    const { header, rows } = token as Tokens.Table;
    const kind = KIND_OF_ROWS[plainText(header[0]?.tokens ?? [])];
    if (kind === undefined) return [];
    return rows.map((cells): SearchEntry => {
      const [name = '', ...texts] = cells.map(({ tokens }) => plainText(tokens));
      return { kind, name, place: section.title, text: texts.join('. '), href: `#${rowId(section, name)}` };
    });
  });
}

function slugOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}

function entriesOfGuide({ title, summary, path, beginning, sections, messages }: FindableGuide): SearchEntry[] {
  const parts = sections.map((part): SearchEntry => {
    return { kind: 'Guide', name: part.title, place: title, text: part.text, href: `${path}#${part.anchor}` };
  });
  const rows = messages.map(({ message, anchor, text }): SearchEntry => {
    return { kind: 'Message', name: message, place: title, text, href: `${path}#${anchor}` };
  });
  const page: SearchEntry = {
    kind: 'Guide',
    name: title,
    place: 'Guides',
    text: `${summary}. ${beginning}`,
    href: path,
  };
  return [page, ...parts, ...rows];
}

/** The index as a program, because a page that was opened as a file cannot fetch one. */
export function indexProgram(entries: readonly SearchEntry[]): string {
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}
