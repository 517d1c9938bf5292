import type { Database } from '../store/database.js';

/** A page to visit. */
export interface FrontierPage {
  readonly position: number;
  readonly url: string;
  /** The number of links from the start page. */
  readonly depth: number;
}

export interface FoundPage {
  /** Two pages of one job with the same key are the same page. */
  readonly key: string;
  readonly url: string;
  readonly depth: number;
}

/** The queue of pages of one job, first in, first out. It also knows which pages were visited. */
export interface Frontier {
  /** Pages that wait or are under way. */
  readonly open: number;
  /** Adds the pages that are new. */
  add(pages: Iterable<FoundPage>): void;
  /** Returns the next page to visit. While this server runs, it returns each page once. */
  take(): FrontierPage | undefined;
  /** Marks the page as done, whether it succeeded or not. */
  finish(page: FrontierPage): void;
  /** Marks the page as visited; returns whether it was new. */
  claim(key: string): boolean;
  /** Deletes everything, when the job is over. */
  clear(): void;
}

const TABLE = `
  create table if not exists page_job_frontier (
    position integer primary key,
    job integer not null,
    key text not null,
    url text not null,
    depth integer not null,
    state text not null,
    unique (job, key)
  );
  create index if not exists page_job_frontier_waiting on page_job_frontier (job, position) where state = 'waiting';
`;

export function createFrontierTable(database: Database): void {
  database.execute(TABLE);
  // Earlier versions stored which pages were being visited.
  database.run("update page_job_frontier set state = 'waiting' where state = 'running'");
}

/** Deletes the frontiers of jobs that were cancelled just as the server ended. */
export function forgetFrontiers(database: Database): void {
  database.run(
    "delete from page_job_frontier where job not in (select number from page_jobs where status = 'scraping')",
  );
}

/** Opens the stored frontier of a job. Pages that were not finished are visited again. */
export function openFrontier(database: Database, job: number): Frontier {
  return new StoredFrontier(database, job);
}

class StoredFrontier implements Frontier {
  readonly #database: Database;
  readonly #job: number;
  // Pages found later have higher positions, so one number marks what was taken.
  #taken = 0;
  // Counted here, because a query would count all rows again for each page.
  #open: number;

  constructor(database: Database, job: number) {
    this.#database = database;
    this.#job = job;
    this.#open =
      this.#database.get<{ open: number }>(
        "select count(*) as open from page_job_frontier where job = ? and state = 'waiting'",
        this.#job,
      )?.open ?? 0;
  }

  get open(): number {
    return this.#open;
  }

  add(pages: Iterable<FoundPage>): void {
    this.#open += this.#database.transaction(() => {
      let added = 0;
      for (const { key, url, depth } of pages) {
        added += this.#database.run(
          "insert or ignore into page_job_frontier (job, key, url, depth, state) values (?, ?, ?, ?, 'waiting')",
          this.#job,
          key,
          url,
          depth,
        );
      }
      return added;
    });
  }

  take(): FrontierPage | undefined {
    const page = this.#database.get<FrontierPage>(
      `select position, url, depth from page_job_frontier
          where job = ? and state = 'waiting' and position > ? order by position limit 1`,
      this.#job,
      this.#taken,
    );
    this.#taken = page?.position ?? this.#taken;
    return page;
  }

  finish({ position }: FrontierPage): void {
    this.#open -= this.#database.run(
      "update page_job_frontier set state = 'done' where position = ? and state <> 'done'",
      position,
    );
  }

  claim(key: string): boolean {
    return (
      this.#database.run(
        "insert or ignore into page_job_frontier (job, key, url, depth, state) values (?, ?, '', 0, 'done')",
        this.#job,
        key,
      ) === 1
    );
  }

  clear(): void {
    this.#database.run('delete from page_job_frontier where job = ?', this.#job);
    this.#open = 0;
  }
}
