// The index of the documentation: the reference writes it, its search and the tools for agents read it.

/** What kind of thing an entry of the search is, in the words that a reader sees. */
export type SearchKind =
  | 'Call'
  | 'Event'
  | 'Section'
  | 'Guide'
  | 'Error code'
  | 'Message'
  | 'Status'
  | 'Limit'
  | 'Value'
  | 'Field'
  | 'Schema';

/** An entry of the search. */
export interface SearchEntry {
  readonly kind: SearchKind;
  readonly name: string;
  /** Where it stands. */
  readonly place: string;
  readonly text: string;
  readonly site: 'reference' | 'guides';
  /** Relative to the folder of its site. */
  readonly href: string;
  /** Other names that find it, which are not shown: an operation id, methods of the SDK. */
  readonly words?: string;
}

/** The name of the file, in the folder of the reference. */
export const INDEX_FILE = 'search-index.js';

/** The index as a program, because a page that was opened as a file cannot fetch one. */
export function indexProgram(entries: readonly SearchEntry[]): string {
  return `globalThis.searchEntries = ${JSON.stringify(entries)};\n`;
}

/** The entries of that program, without running it. */
export function entriesOfProgram(program: string): SearchEntry[] {
  return JSON.parse(program.slice(program.indexOf('['), program.lastIndexOf(']') + 1)) as SearchEntry[];
}
