import type { Database } from '../store/database.js';
import { textOf } from './page-table.js';

/** A page of a team, as the operator of the server sees it. */
export interface SeenPageRow {
  readonly id: number;
  readonly team: string;
  readonly url: string;
  readonly title: string;
  readonly filetype: string;
  /** Milliseconds since 1970. */
  readonly seen: number;
}

const COLUMNS = 'select id, team, url, title, filetype, seen from search_pages';

/** The last pages of all teams whose URL or title contains the text. */
export function seenPages(database: Database, text: string, limit: number): SeenPageRow[] {
  return database.all<SeenPageRow>(
    `${COLUMNS} where instr(lower(url || ' ' || title), lower(?)) order by seen desc, id desc limit ?`,
    text,
    limit,
  );
}

export function seenPage(database: Database, id: number): SeenPageRow | undefined {
  return database.get<SeenPageRow>(`${COLUMNS} where id = ?`, id);
}

/** The text of a page in the index. */
export const indexedText = textOf;
