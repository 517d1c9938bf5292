import pg from 'pg';
import { vi } from 'vitest';

/** A statement that was sent to PostgreSQL, with the values that it was sent with first. */
interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes each statement once that this process sends from now on. */
export function noteStatements(): ReadonlyMap<string, SentStatement> {
  const statements = new Map<string, SentStatement>();
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && !statements.has(text)) {
      statements.set(text, { text, values });
    }
    return Reflect.apply(query, this, args);
  } as typeof query);
  return statements;
}

/**
 * Tables that grow with what a service does, and are not limited by their bytes, with a row of each as SQL: `n` is its number,
 * and `team` one of a hundred.
 */
const GROWING: Readonly<Record<string, string>> = {
  ledger: `(team, endpoint, credits, job_id, at, position) select team, 'scrape', 1, 'made-' || n, n, n`,
  feedback: `(id, team, job_id, body, at) select 'made-' || n, team, n, '{}', n`,
  model_answers: `(team, key, answer, at) select team, n, '{}', n`,
  search_pages: `(team, key, url, host, port, path, extension, filetype, title, description, digest, is_article, seen, words)
    select team, n, 'https://h' || n, 'h' || n || '.example', '', '/', '', 'html', 'made', '', n, 0, n, to_tsvector('simple', team || ' w' || n)`,
  search_texts: `(id, text) select n + 1000000, '\\x00'`,
  search_images: `(team, page, url, alt, words) select team, n, 'https://h/' || n, '', to_tsvector('simple', team || ' w' || n)`,
  tracked_pages: `(team, tag, url, seen, version) select team, '', n, n, '{}'`,
  jobs: `(id, kind, team, status, request, created_at, ended_at, expires_at)
    select 'made-' || n, 'crawl', team, 'completed', '{}', n, n, 9e12`,
  job_tasks: `(job, key, task, state) select number, n, '{}', 'waiting' from rows join jobs on id = 'made-' || (n % 100 + 1)`,
  page_job_documents: `(job, position, bytes, document) select number, n, 2, '{}' from rows join jobs on id = 'made-' || (n % 100 + 1)`,
  page_job_scrapes: `(id, job, position) select 'made-' || n, number, n from rows join jobs on id = 'made-' || (n % 100 + 1)`,
  page_job_errors: `(job, error) select number, '{}' from rows join jobs on id = 'made-' || (n % 100 + 1)`,
  page_job_blocked: `(job, url) select number, n from rows join jobs on id = 'made-' || (n % 100 + 1)`,
  page_job_keys: `(team, key, expires_at) select team, n, 9e12`,
  monitor_checks: `(id, monitor, status, created, record) select 'made-' || n, team, 'completed', n, '{}'`,
  monitor_check_pages: `(check_id, status, page) select team, 'same', '{}'`,
  monitor_snapshots: `(monitor, target, url, content) select team, 't', n, '{}'`,
};

const ROWS = 10_000;

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Fills the tables that grow, and resolves to the statements that read one of them from its first row to its last. */
export async function sequentialScans(url: string, statements: Iterable<SentStatement>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [table, rows] of Object.entries(GROWING)) {
      const made = `with rows as (select n, 'team-' || n % 100 as team from generate_series(1, ${ROWS}) as n)`;
      const source = / from rows /.test(rows) ? rows : `${rows} from rows`;
      await client.query(`${made} insert into ${table} ${source}`);
    }
    await client.query('analyze');
    const found: string[] = [];
    for (const { text, values } of statements) {
      if (!/^\s*(?:with|select|insert|update|delete)\b/i.test(text) || text.includes('graphile_worker')) continue;
      const { rows } = await client.query(`explain (format json) ${text}`, [...values]);
      const scanned = scannedTables(rows[0]['QUERY PLAN'][0].Plan).filter((table) => table in GROWING);
      if (scanned.length > 0) found.push(`${scanned.join(', ')}: ${text}`);
    }
    return found;
  } finally {
    await client.end();
  }
}

function scannedTables(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' && plan['Relation Name'] ? [plan['Relation Name']] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scannedTables)];
}
