import type { Pool } from 'pg';

/** The table whose comment says in which database the data is in use. A dump has its comment, too. */
const TABLE = 'jobs';

/** Whether the data was in use in another database, and was restored in this one. */
export async function isRestored(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query(`select obj_description('${TABLE}'::regclass, 'pg_class') as comment`);
  const comment: string | null = rows[0]?.comment ?? null;
  if (comment !== null) return comment !== (await identityOf(pool));
  // New data, and that of an older version, is in use where it is.
  await noteIdentity(pool);
  return false;
}

/** Notes that the data is in use in this database. */
export async function noteIdentity(pool: Pool): Promise<void> {
  await pool.query(`comment on table ${TABLE} is '${await identityOf(pool)}'`);
}

/** Notes that the data is a copy of what is in use elsewhere. */
export async function noteRestored(pool: Pool): Promise<void> {
  await pool.query(`comment on table ${TABLE} is 'a copy'`);
}

/** Names the database by its number and that of its system, which no other has. */
async function identityOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query(`
    select 'in use in the database ' || oid || ' of the system ' || (select system_identifier from pg_control_system()) as identity
    from pg_database where datname = current_database()
  `);
  return String(rows[0]?.identity);
}
