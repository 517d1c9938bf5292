import type { Database } from './database.js';

/** Whether an earlier version created the table without this column. */
export function lacksColumn(database: Database, table: string, column: string): boolean {
  const columns = database.all<{ name: string }>('select name from pragma_table_info(?)', table);
  return columns.length > 0 && columns.every(({ name }) => name !== column);
}
