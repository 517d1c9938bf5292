/** What must not be in the tables, whichever database they are in. */
interface ConsistencyRule {
  /** The problem, after the number of rows that have it. */
  readonly problem: string;
  /** Selects the number of rows that have it. */
  readonly sql: string;
}

const RULES: readonly ConsistencyRule[] = [
  {
    problem: 'jobs run, but have no task',
    sql: "select count(*) as rows from jobs where status = 'running' and not exists (select 1 from job_tasks where job = number)",
  },
  {
    problem: 'tasks belong to jobs that are gone',
    sql: 'select count(*) as rows from job_tasks where not exists (select 1 from jobs where number = job)',
  },
  {
    problem: 'checks belong to monitors that are gone',
    sql: 'select count(*) as rows from monitor_checks c where not exists (select 1 from monitors m where m.id = c.monitor)',
  },
  {
    problem: 'pages of checks belong to checks that are gone',
    sql: 'select count(*) as rows from monitor_check_pages where not exists (select 1 from monitor_checks where id = check_id)',
  },
  {
    problem: 'snapshots belong to monitors that are gone',
    sql: 'select count(*) as rows from monitor_snapshots s where not exists (select 1 from monitors m where m.id = s.monitor)',
  },
  {
    problem: 'pages of the index have no text',
    sql: 'select count(*) as rows from search_pages p where not exists (select 1 from search_texts t where t.id = p.id)',
  },
  {
    problem: 'texts of the index belong to pages that are gone',
    sql: 'select count(*) as rows from search_texts t where not exists (select 1 from search_pages p where p.id = t.id)',
  },
  {
    problem: 'images of the index belong to pages that are gone',
    sql: 'select count(*) as rows from search_images where not exists (select 1 from search_pages p where p.id = page)',
  },
];

/** Resolves to what does not fit together in the tables, in a sentence each. `count` runs a query for a number of rows. */
export async function inconsistencies(count: (sql: string) => Promise<number>): Promise<string[]> {
  const problems: string[] = [];
  for (const { problem, sql } of RULES) {
    const rows = await count(sql);
    if (rows > 0) problems.push(`${rows} ${problem}.`);
  }
  return problems;
}

/** The problem of a change of the tables that this version does not know. */
export const newerVersion = (change: string): string =>
  `A newer version of this server has changed the tables: it knows ${change}.`;
