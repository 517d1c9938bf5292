import type { Database } from './database.js';

interface Definition {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
  readonly sql: string | null;
}

/**
 * Copies a database file into an empty database. Virtual tables are not made, only written down: their own tables are
 * among those that are copied, and made anew they would begin by emptying them.
 */
export function copyInto(database: Database, file: string): Database {
  database.run('attach ? as source', file);
  database.execute('pragma foreign_keys = off');
  const definitions = database.all<Definition>(
    "select type, name, tbl_name, rootpage, sql from source.sqlite_schema where name not like 'sqlite_%'",
  );
  const isVirtual = ({ sql }: Definition) => /^create\s+virtual/i.test(sql ?? '');
  const tables = definitions.filter((definition) => definition.type === 'table' && !isVirtual(definition));
  database.transaction(() => {
    for (const { name, sql } of tables) {
      database.execute(sql ?? '');
      database.execute(`insert into main.${quoted(name)} select * from source.${quoted(name)}`);
    }
    for (const { type, sql } of definitions) if (type !== 'table' && sql !== null) database.execute(sql);
    database.execute('pragma writable_schema = on');
    for (const { type, name, tbl_name, sql } of definitions.filter(isVirtual)) {
      const insert = 'insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (?, ?, ?, 0, ?)';
      database.run(insert, type, name, tbl_name, sql);
    }
  });
  // Has the schema read again, with what was written down.
  database.execute('pragma writable_schema = reset; detach source; pragma foreign_keys = on');
  return database;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
