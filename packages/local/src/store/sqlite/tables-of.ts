import type { Database } from './database.js';
import type { Column, Table } from './invalid-values.js';
import { MIGRATIONS_TABLE } from './migrations.js';

/** The tables with rows of their own, in order of creation: each comes after the tables that it refers to. */
export function tablesOf(database: Database): Table[] {
  const tables = database.all<{ name: string; wr: number }>(`
    select made.name, wr from sqlite_schema as made
    join pragma_table_list as list on list.schema = 'main' and list.name = made.name
    where list.type = 'table' and made.name not like 'sqlite_%' and made.name <> '${MIGRATIONS_TABLE}'
    order by made.rowid`);
  return tables.map(({ name, wr }) => {
    const columns = database.all<Column & { pk: number }>(
      'select name, lower(type) as type, pk from pragma_table_info(?)',
      name,
    );
    const [first, second] = columns.filter(({ pk }) => pk > 0);
    const key = first?.type === 'integer' && !second ? first.name : 'rowid';
    return { name, columns, key: wr ? undefined : key };
  });
}
