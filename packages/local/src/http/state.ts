import type { FileBody } from '../store/file-body.js';
import type { CheckReport } from '../store/storage.js';
import type { Service } from './service.js';

export interface State {
  readonly service: Service;
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
  /** Ends the rest of a service: it does its jobs from now on. Throws 409 for one that is not at rest. */
  resume(): Promise<void>;
  /** Notes that the server listens now: other nodes have to know it. */
  noteListening(): Promise<void>;
  close(): Promise<void>;
}
