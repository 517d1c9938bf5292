import type { Recorder } from '@trawl/web/recorder';
import type { SeedPage } from '@trawl/web/seed-page';
import type { ApiKeys } from '../accounts/api-keys.js';
import type { CallLimits } from '../accounts/call-limits.js';
import type { DeviceLogins } from '../accounts/device-logins.js';
import type { KeyWatch } from '../accounts/key-watch.js';
import type { Plan } from '../accounts/plan.js';
import type { Limitations } from '../formats/limitations.js';
import type { WatchRequest } from '../jobs/watch.js';
import type { ModelCapabilities } from '../model/open-model.js';
import type { ServiceNodes } from '../nodes/service-nodes.js';
import type { Actions } from '../operator/actions.js';
import type { Inspection } from '../operator/inspection.js';
import type { Routes } from '../routes/route.js';
import type { RenderedFiles } from '../scrape/rendered-files.js';
import type { SeedResult } from '../scrape/seed.js';
import type { Sessions } from '../sessions/sessions.js';
import type { FileBody } from '../store/file-body.js';
import type { CheckReport } from '../store/storage.js';
import type { Gauge } from '../telemetry/metrics.js';

/** What a service can do, by its settings and by what is on the machine. */
export interface ServiceCapabilities extends ModelCapabilities {
  /** Whether it has a browser. */
  readonly browser: boolean;
  /** The browser that it uses, or why it has none, in a sentence. */
  readonly browserUsed: string;
  /** How to get a browser that takes less time; missing where it has the fastest one or none. */
  readonly browserAdvice?: string | undefined;
  /** The programs that take media from pages, or what is missing and how to get it, in a sentence. */
  readonly mediaUsed: string;
  /** The programs that recognize characters in pictures, or what is missing and how to get it, in a sentence. */
  readonly ocrUsed: string;
  /** Whether callers may run code on the pages of their sessions. */
  readonly code: boolean;
  /** What a search looks through: the web, or the pages that the server has seen. */
  readonly search: 'web' | 'pages seen';
  /** The addresses that it may fetch from. */
  readonly network: 'none' | 'public' | 'all';
  /** Where its data is. */
  readonly storage: 'memory' | 'file' | 'database';
  /** What it does not do of what the contract allows to ask for. */
  readonly limitations: Limitations;
}

/** What a service holds: all parts, connected with each other, on what is stored. */
export interface Contents {
  readonly routes: Partial<Routes>;
  /** The capabilities of this server by name. */
  readonly capabilities: ServiceCapabilities;
  /** The keys of the database. */
  readonly apiKeys: ApiKeys;
  readonly deviceLogins: DeviceLogins;
  /** Ends what keys have opened that are revoked. */
  readonly keyWatch: KeyWatch;
  readonly plan: Plan;
  /** Screenshots, PDFs and media of pages. */
  readonly files: Pick<RenderedFiles, 'get'>;
  readonly sessions: Pick<Sessions, 'find' | 'room'>;
  /** The nodes of the service; undefined where this process works alone. */
  readonly nodes: ServiceNodes | undefined;
  /** Records and replays fetches. */
  readonly recorder: Recorder;
  /** Whether other parts must not keep anything about the job. */
  isPrivateJob(id: string): Promise<boolean>;
  /** Everything that the operator of the server sees. */
  readonly inspection: Inspection;
  /** Everything that the operator can do with what belongs to a team. */
  readonly actions: Actions;
  /** Returns the messages to a client that watches a job; throws a refusal when the team has no such job. */
  watchJob(request: WatchRequest): Promise<AsyncGenerator<string | Buffer>>;
  /** Stores pages as if they had been scraped. */
  seed(pages: Iterable<SeedPage> | AsyncIterable<SeedPage>): Promise<SeedResult>;
  /** What waits and what is open now, for Prometheus. */
  gauges(): Promise<Gauge[]>;
  /** Resolves to a sentence about what the service lacks for its work; undefined when it lacks nothing. */
  findProblem(): Promise<string | undefined>;
  /** Stops background work, and puts back what is unfinished: the next service on this database resumes it. */
  stopJobs(): Promise<void>;
}

/** The service. A reset, an import and the end of a rest change what it holds. */
export interface Service extends Contents {
  /** Limits how often and how many at once calls are made. */
  readonly callLimits: CallLimits;
  /** Aborts when what the service holds now is emptied or replaced, or the server closes. */
  readonly contents: AbortSignal;
  /** Whether nothing runs, is fetched or sent until `resume`. */
  readonly isAtRest: boolean;
  /** Deletes everything but the keys. */
  reset(): Promise<void>;
  /** Reads everything that is stored, and tells what is wrong with it. The service goes on meanwhile. */
  check(): Promise<CheckReport>;
  /** Exports everything as a SQLite file. Read it to the end or cancel it: only one export or import runs at a time. */
  export(): Promise<FileBody>;
  /** Replaces everything but the keys with an export, unless there are other nodes. When it fails, nothing changes. */
  import(file: AsyncIterable<Uint8Array>): Promise<void>;
  /** Ends the rest of a service: it does its jobs from now on. Throws a conflict for one that is not at rest. */
  resume(): Promise<void>;
  /** Notes that the server listens now: other nodes have to know it. */
  noteListening(): Promise<void>;
  close(): Promise<void>;
}
