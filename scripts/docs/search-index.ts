import type { SearchEntry, SearchKind } from '@trawl/base/docs-index';
import { lexer, type Token, type Tokens } from 'marked';
import { type GuideMessage, type GuideSection, plainText, textsOf } from '../guides/headings.js';
import { slug } from './addresses.js';
import { fieldsIn, type Page } from './model.js';
import type { Pages } from './pages.js';
import { literal } from './types.js';

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
  Code: 'Error code',
  Status: 'Status',
  What: 'Limit',
  Format: 'Value',
  Action: 'Value',
  Source: 'Value',
  Category: 'Value',
  Parser: 'Value',
};

/** All that can be found: every page of the reference and of the guides, their parts, and every field once. */
export function searchIndex(pages: Pages, guides: readonly FindableGuide[]): SearchEntry[] {
  const knownFields = new Set<string>();
  return [...pages.pages.flatMap((page) => entriesOf(page, knownFields)), ...guides.flatMap(entriesOfGuide)];
}

function entriesOf(page: Page, knownFields: Set<string>): SearchEntry[] {
  const { kind, title, text, path, call, sections } = page;
  const href = `${path}.html`;
  const site = 'reference';
  const { beginning, sections: parts } = textsOf(text);
  if (kind === 'start' || kind === 'chapter') {
    const place = kind === 'start' ? '' : 'Reference';
    const inside = parts.map((part): SearchEntry => {
      return {
        kind: 'Section',
        name: part.title,
        place: title,
        text: part.text,
        site,
        href: `${href}#${slug(part.title)}`,
      };
    });
    return [{ kind: 'Section', name: title, place, text: beginning, site, href }, ...inside, ...rowsOf(page)];
  }
  const fields = sections
    .flatMap(({ content }) => fieldsIn(content))
    .flatMap((field): SearchEntry[] => {
      const fieldText = plain(field.text);
      // A schema that several pages show is found where it is shown first.
      const key = `${field.name} ${fieldText}`;
      if (knownFields.has(key)) return [];
      knownFields.add(key);
      const facts = [
        field.isRequired ? 'required' : '',
        field.preset === undefined ? '' : `default ${literal(field.preset)}`,
      ];
      return [
        {
          kind: 'Field',
          name: field.name,
          place: `${field.id}, of: ${title}`,
          text: [plain(field.type), ...facts].filter(Boolean).join(', ').concat(`. ${fieldText}`),
          site,
          href: `${href}#${field.id}`,
        },
      ];
    });
  const kindOfPage = ({ operation: 'Call', event: 'Event', schema: 'Schema' } as const)[kind];
  const own: SearchEntry = {
    kind: kindOfPage,
    name: title,
    place: call ? `${call.method.toUpperCase()} ${call.path}` : kind === 'event' ? 'sent to your webhook' : '',
    text: beginning,
    site,
    href,
    ...(call && { words: [call.operationId, ...call.sdkMethods].join(' ') }),
  };
  return [own, ...fields];
}

function plain(markdown: string): string {
  const { beginning, sections } = textsOf(markdown);
  return [beginning, ...sections.map(({ text }) => text)].join(' ').trim();
}

function rowsOf({ text, path, title }: Page): SearchEntry[] {
  return lexer(text).flatMap((token: Token) => {
    if (token.type !== 'table') return [];
    const { header, rows } = token as Tokens.Table;
    const kind = KIND_OF_ROWS[plainText(header[0]?.tokens ?? [])];
    if (kind === undefined) return [];
    return rows.map((cells): SearchEntry => {
      const [name = '', ...texts] = cells.map(({ tokens }) => plainText(tokens));
      const id = /\s/.test(name) ? '' : `#${name}`;
      return { kind, name, place: title, text: texts.join('. '), site: 'reference', href: `${path}.html${id}` };
    });
  });
}

function entriesOfGuide({ title, summary, path, beginning, sections, messages }: FindableGuide): SearchEntry[] {
  const site = 'guides';
  const parts = sections.map((part): SearchEntry => {
    return { kind: 'Guide', name: part.title, place: title, text: part.text, site, href: `${path}#${part.anchor}` };
  });
  const rows = messages.map(({ message, anchor, text }): SearchEntry => {
    return { kind: 'Message', name: message, place: title, text, site, href: `${path}#${anchor}` };
  });
  const page: SearchEntry = {
    kind: 'Guide',
    name: title,
    place: 'Guides',
    text: `${plain(summary)}. ${beginning}`,
    site,
    href: path,
  };
  return [page, ...parts, ...rows];
}
