import { createHash } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Database } from '../store/database.js';

const TABLE = `
  create table if not exists model_answers (
    team text not null, key text not null, answer json text not null, at integer not null, primary key (team, key)
  );
  create index if not exists model_answers_by_age on model_answers (at);
`;

/** Beyond this many answers the oldest are removed. */
const MAX_ANSWERS = 2_000;

/** A longer answer is not kept. */
const MAX_CHARACTERS = 64 * 1024;

/** The answers that a team was given, by what was asked of which text. */
export interface AnswerCache {
  get(team: string, question: unknown): { readonly value: unknown } | undefined;
  set(team: string, question: unknown, value: unknown): void;
}

export function createAnswerCache(database: Database, clock: Clock): AnswerCache {
  database.execute(TABLE);
  return {
    get(team, question) {
      const query = 'select answer from model_answers where team = ? and key = ?';
      const row = database.get<{ answer: string }>(query, team, keyOf(question));
      return row && JSON.parse(row.answer);
    },
    set(team, question, value) {
      const answer = JSON.stringify({ value });
      if (answer.length > MAX_CHARACTERS) return;
      database.transaction(() => {
        const values = [team, keyOf(question), answer, clock.now()];
        database.run('insert or replace into model_answers values (?, ?, ?, ?)', ...values);
        const oldest = 'select rowid from model_answers order by at desc limit -1 offset ?';
        database.run(`delete from model_answers where rowid in (${oldest})`, MAX_ANSWERS);
      });
    },
  };
}

/** Hashed, because it holds the text of a page. */
function keyOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64');
}
