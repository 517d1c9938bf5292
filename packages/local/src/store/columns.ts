import type { Database } from './database.js';

/** Whether the table exists without the column, because an earlier version created it. */
export function lacksColumn(database: Database, table: string, column: string): boolean {
  const columns = database.all<{ name: string }>('select name from pragma_table_info(?)', table);
  return columns.length > 0 && columns.every(({ name }) => name !== column);
}
