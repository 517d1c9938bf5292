import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The server of PostgreSQL of this run of the tests, or why there is none. */
export type SharedServer = { readonly url: string } | { readonly missing: string };

export const sharedServer: SharedServer = await findServer();

async function findServer(): Promise<SharedServer> {
  const { TRAWL_TEST_DATABASE_URL: url, TRAWL_TEST_DATABASE_BROKER: broker, CI } = process.env;
  if (url !== undefined) return { url };
  if (broker === undefined) throw new Error('The tests run without test/postgres/shared-server.ts.');
  const response = await fetch(broker);
  const text = await response.text();
  if (response.ok) return { url: text };
  if (CI !== undefined) throw new Error(`No PostgreSQL can be started here: ${text}`);
  return { missing: text };
}

/** Creates an empty database; returns its URL. */
export async function createDatabase(): Promise<string> {
  if ('missing' in sharedServer) throw new Error(sharedServer.missing);
  const name = `trawl_${randomBytes(6).toString('hex')}`;
  await query(`create database ${name} template template0`);
  const url = new URL(sharedServer.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Deletes a database, whoever uses it. */
export async function dropDatabase(url: string): Promise<void> {
  await query(`drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
}

async function query(statement: string): Promise<void> {
  if ('missing' in sharedServer) throw new Error(sharedServer.missing);
  const client = new pg.Client({ connectionString: sharedServer.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
