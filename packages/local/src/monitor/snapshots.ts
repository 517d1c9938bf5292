import type { Database } from '../store/database.js';
import type { Content } from './compare.js';

const TABLE = `
  create table if not exists monitor_snapshots (
    monitor text not null,
    target text not null,
    url text not null,
    content json text not null,
    primary key (monitor, target, url)
  ) without rowid;
`;

/** The content of the pages of a monitor when a check could last read them. */
export interface Snapshots {
  get(monitorId: string, targetId: string, url: string): Content | undefined;
  set(monitorId: string, targetId: string, url: string, content: Content): void;
  delete(monitorId: string, targetId: string, url: string): void;
  urls(monitorId: string, targetId: string): string[];
  /** Deletes the snapshots of all other targets. */
  retain(monitorId: string, targetIds: readonly string[]): void;
}

export function createSnapshots(database: Database): Snapshots {
  database.execute(TABLE);
  const byKey = 'monitor = ? and target = ? and url = ?';
  return {
    get(...at) {
      const row = database.get<{ content: string }>(`select content from monitor_snapshots where ${byKey}`, ...at);
      return row && (JSON.parse(row.content) as Content);
    },
    set(monitorId, targetId, url, content) {
      const values = [monitorId, targetId, url, JSON.stringify(content)];
      database.run('insert or replace into monitor_snapshots values (?, ?, ?, ?)', ...values);
    },
    delete(...at) {
      database.run(`delete from monitor_snapshots where ${byKey}`, ...at);
    },
    urls(monitorId, targetId) {
      const query = 'select url from monitor_snapshots where monitor = ? and target = ? order by url';
      return database.all<{ url: string }>(query, monitorId, targetId).map(({ url }) => url);
    },
    retain(monitorId, targetIds) {
      const others = 'monitor = ? and target not in (select value from json_each(?))';
      database.run(`delete from monitor_snapshots where ${others}`, monitorId, JSON.stringify(targetIds));
    },
  };
}
