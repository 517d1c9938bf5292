import { sql } from 'kysely';
import type { PassageStore, StoredPassage } from '../passage-store.js';
import { type StoreContext, together } from '../store-context.js';

export class SqlitePassages implements PassageStore {
  readonly #context: Pick<StoreContext, 'db'>;

  constructor(context: Pick<StoreContext, 'db'>) {
    this.#context = context;
  }

  async fill(passages: Iterable<StoredPassage>): Promise<void> {
    await together(this.#context, async ({ db }) => {
      await sql`drop table if exists temp.support_passages`.execute(db);
      await sql`create virtual table temp.support_passages using fts5 (
        title, words, place unindexed, text unindexed, tokenize = 'porter unicode61')`.execute(db);
      for (const { title, words, place, text } of passages) {
        await sql`insert into temp.support_passages values (${title}, ${words}, ${place}, ${text})`.execute(db);
      }
    });
  }

  async search(words: readonly string[]): Promise<Omit<StoredPassage, 'words'>[]> {
    const expression = words.map((word) => `"${word}"`).join(' OR ');
    const { rows } = await sql<Omit<StoredPassage, 'words'>>`
      select title, place, text from temp.support_passages where support_passages match ${expression}
      order by bm25(support_passages, 4, 1)`.execute(this.#context.db);
    return rows;
  }
}
