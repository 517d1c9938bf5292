import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { SeedPage } from '@trawl/web/seed-page';
import { type CallLimits, createCallLimits } from '../accounts/call-limits.js';
import { VERSION } from '../base/version.js';
import { Refusal } from '../contract/refusal.js';
import type { Service } from '../http/service.js';
import type { WatchRequest } from '../jobs/watch.js';
import { prepareQueue } from '../nodes/graphile-queue.js';
import { listeningAddresses } from '../nodes/listening-nodes.js';
import { nodeAddress } from '../nodes/node-address.js';
import { createServiceNodes, type ServiceNodes } from '../nodes/service-nodes.js';
import type { SeedResult } from '../scrape/seed.js';
import { DataInUse } from '../store/data-in-use.js';
import { type FileBody, sendFile } from '../store/file-body.js';
import { openStorage } from '../store/open-storage.js';
import { type CheckReport, removeFolder, type Storage } from '../store/storage.js';
import { StorageFull } from '../store/storage-full.js';
import type { Stores } from '../store/stores.js';
import { UnusableFile } from '../store/unusable-file.js';
import type { Gauge } from '../telemetry/metrics.js';
import { type ContentsOptions, type OpenContents, openContents } from './contents.js';
import type { Observers } from './observers.js';
import { checkSnapshot } from './snapshot-check.js';

/** The parts of the service that last, whatever is stored. */
type ServiceOptions = Omit<ContentsOptions, 'stores' | 'isAtRest'> & { readonly observers: Observers };

/** Opens the storage and the service on it. */
export async function openService(parts: ServiceOptions): Promise<Service> {
  const { settings, clock, observers, log } = parts;
  const announce = (changes: readonly string[]) =>
    log(`This version changes the tables of the stored data: ${changes.join(', ')}.`);
  const { storage: file, database, databaseConnections } = settings;
  const storage = await openStorage(
    { storage: file, database, databaseConnections },
    { clock, observer: observers.store, announce, log },
  );
  try {
    if (storage.connections) await prepareQueue(storage.connections.pool, parts.log);
    const isCopy = await storage.isCopy();
    if (isCopy || settings.paused) log(isCopy ? COPY_AT_REST : AT_REST);
    return new StoredService(parts, storage, isCopy || settings.paused);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

const IN_USE =
  'The data is in use for longer, such as by an export at another node or a copy of the database: nothing was deleted. Try again when that is done.';

const AT_REST = 'At rest: nothing runs, is fetched or sent until `trawl-local resume`.';

const COPY_AT_REST = `The stored data is a copy, such as a backup: the service that it comes from may be at work. ${AT_REST}`;

/** A folder for one export or import. */
interface CopyFolder {
  readonly path: string;
  /** Removes the folder, and allows the next export or import. */
  end(): Promise<void>;
}

class StoredService implements Service {
  readonly #parts: ServiceOptions;
  readonly #storage: Storage;
  readonly #closing = new AbortController();
  readonly #ownCallLimits: CallLimits;
  #contents: OpenContents;
  #isAtRest: boolean;
  /** This process as a node of the service, if it is one. */
  #nodes: ServiceNodes | undefined;
  /** Settles when the last call of `runExclusive` has ended. */
  #lastChange: Promise<unknown> = Promise.resolve();
  /** What is copied now, such as `An export`. */
  #copy: string | undefined;
  #exportBody: FileBody | undefined;

  constructor(parts: ServiceOptions, storage: Storage, isAtRest: boolean) {
    this.#parts = parts;
    this.#storage = storage;
    this.#isAtRest = isAtRest;
    this.#ownCallLimits = createCallLimits(parts.clock);
    this.#contents = this.#contentsOn(storage.openStores());
  }

  get isAtRest(): boolean {
    return this.#isAtRest;
  }

  get contents(): AbortSignal {
    return this.#contents.signal;
  }

  get callLimits(): CallLimits {
    return this.#nodes?.callLimits ?? this.#ownCallLimits;
  }

  get routes() {
    return this.#contents.routes;
  }

  get capabilities() {
    return this.#contents.capabilities;
  }

  get apiKeys() {
    return this.#contents.apiKeys;
  }

  get deviceLogins() {
    return this.#contents.deviceLogins;
  }

  get keyWatch() {
    return this.#contents.keyWatch;
  }

  get plan() {
    return this.#contents.plan;
  }

  get files() {
    return this.#contents.files;
  }

  get sessions() {
    return this.#contents.sessions;
  }

  get nodes() {
    return this.#contents.nodes;
  }

  get recorder() {
    return this.#contents.recorder;
  }

  get inspection() {
    return this.#contents.inspection;
  }

  get actions() {
    return this.#contents.actions;
  }

  isPrivateJob(id: string): Promise<boolean> {
    return this.#contents.isPrivateJob(id);
  }

  watchJob(request: WatchRequest): Promise<AsyncGenerator<string | Buffer>> {
    return this.#contents.watchJob(request);
  }

  seed(pages: Iterable<SeedPage> | AsyncIterable<SeedPage>): Promise<SeedResult> {
    return this.#contents.seed(pages);
  }

  gauges(): Promise<Gauge[]> {
    return this.#contents.gauges();
  }

  findProblem(): Promise<string | undefined> {
    return this.#contents.findProblem();
  }

  stopJobs(): Promise<void> {
    return this.#contents.stopJobs();
  }

  async reset(): Promise<void> {
    try {
      await this.#runExclusive(() =>
        this.#restart(async () => {
          await this.#storage.clear();
          return this.#contentsOn(this.#storage.openStores());
        }),
      );
    } catch (error) {
      throw error instanceof DataInUse ? new Refusal('conflict', IN_USE) : error;
    }
  }

  async check(): Promise<CheckReport> {
    const { signal } = this.#closing;
    return this.#runExclusive(() => this.#storage.check({ checkFile: (file) => checkSnapshot(file, signal) }));
  }

  async export(): Promise<FileBody> {
    const folder = await this.#startCopy('An export');
    try {
      const file = join(folder.path, 'export.db');
      await this.#runExclusive(() => this.#storage.copyTo(file, this.#closing.signal));
      this.#exportBody = await sendFile(file, () => folder.end());
      return this.#exportBody;
    } catch (error) {
      await folder.end();
      throw error;
    }
  }

  async import(file: AsyncIterable<Uint8Array>): Promise<void> {
    await this.#refuseOtherNodes();
    const folder = await this.#startCopy('An import');
    try {
      const receivedFile = join(folder.path, 'received.db');
      const databaseFile = join(folder.path, 'filled.db');
      await writeBody(file, receivedFile);
      await this.#createDatabase(databaseFile, receivedFile);
      await this.#runExclusive(async () => {
        await this.#refuseOtherNodes();
        const keys = await this.#contents.keyRows.rows();
        await this.#restart(() => this.#storage.replace(databaseFile, (stores) => this.#contentsOn(stores)));
        await this.#contents.keyRows.replace(keys);
      });
    } catch (error) {
      if (!(error instanceof UnusableFile)) throw error;
      throw new Refusal('BAD_REQUEST', `The body is no export of this server: ${error.message}`);
    } finally {
      await folder.end();
    }
  }

  resume(): Promise<void> {
    return this.#runExclusive(async () => {
      if (!this.#isAtRest) throw new Refusal('conflict', 'The service is not at rest.');
      await this.#storage.takeIntoUse();
      this.#isAtRest = false;
      await this.#restart(async () => this.#contentsOn(this.#storage.openStores()));
    });
  }

  async noteListening(): Promise<void> {
    await this.#nodes?.noteListening();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Refusal('unavailable', 'The server closes.'));
    await this.#lastChange;
    await this.#exportBody?.close();
    await this.#contents.close();
    await this.#storage.close();
  }

  #contentsOn(stores: Stores): OpenContents {
    this.#nodes = this.#nodesOn(stores);
    return openContents({ ...this.#parts, stores, nodes: this.#nodes, isAtRest: this.#isAtRest });
  }

  #nodesOn(stores: Stores): ServiceNodes | undefined {
    const { connections } = this.#storage;
    const { clock, log, port, settings } = this.#parts;
    if (!connections) return undefined;
    const address = () => settings.nodeUrl ?? nodeAddress(settings.host, port());
    return createServiceNodes({
      stores,
      connections,
      clock,
      log,
      role: settings.role,
      version: VERSION,
      address,
      listensAt: () => listeningAddresses(settings.host, port(), address()),
    });
  }

  /** Runs the work after the previous call has ended. */
  #runExclusive<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#lastChange.then(() => {
      this.#closing.signal.throwIfAborted();
      return work();
    });
    this.#lastChange = result.catch(() => undefined);
    return result;
  }

  /** Refuses an import beside other nodes: the numbers of their jobs would mean other jobs then. */
  async #refuseOtherNodes(): Promise<void> {
    const nodes = (await this.#contents.nodes?.list()) ?? [];
    if (nodes.length <= 1) return;
    const names = nodes.map(({ name }) => name).join(', ');
    const error = `An import replaces the data that all nodes work with. Stop all nodes but one of ${names}, and import there.`;
    throw new Refusal('conflict', error);
  }

  async #restart(open: () => Promise<OpenContents>): Promise<void> {
    await this.#contents.close();
    try {
      this.#contents = await open();
    } catch (error) {
      this.#contents = this.#contentsOn(this.#storage.openStores());
      throw error;
    }
  }

  /** Refuses a second copy at the same time, because each takes as much disk space as the whole database. */
  async #startCopy(name: string): Promise<CopyFolder> {
    if (this.#copy !== undefined) {
      throw new Refusal('conflict', `${this.#copy} is under way. Try again when it is done.`);
    }
    this.#copy = name;
    try {
      const path = await this.#storage.makeFolder();
      return {
        path,
        end: async () => {
          await removeFolder(path);
          this.#copy = undefined;
        },
      };
    } catch (error) {
      this.#copy = undefined;
      throw error;
    }
  }

  /** Creates a database of this version with the rows of a received file. */
  async #createDatabase(databaseFile: string, receivedFile: string): Promise<void> {
    // Loaded on demand, because it loads the schema compiler.
    const { isReadable } = await import('../contract/stored-json.js');
    const pause = () => this.#pause();
    const apiKeys = await this.#contents.keyRows.rows();
    await this.#storage.fill(databaseFile, receivedFile, { isReadable, apiKeys, pause });
  }

  /** Yields to other requests, and throws when the server closes. */
  async #pause(): Promise<void> {
    await setImmediate();
    this.#closing.signal.throwIfAborted();
  }
}

async function writeBody(body: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  try {
    await writeFile(path, body);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new StorageFull(path, error) : error;
  }
}
