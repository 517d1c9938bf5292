import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import { digestOf, isSameSecret } from '../base/secret.js';
import { Refusal } from '../contract/refusal.js';
import type { Stores } from '../store/stores.js';
import type { StoredUpload } from '../store/upload-store.js';
import { UploadFiles } from './upload-files.js';

export const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;

const EXPIRES_AFTER_MS = 15 * 60 * 1000;

/** Limit of the tickets of a team whose files were not parsed yet. */
const MAX_UNPARSED = 10;

/** Limit of the bytes of all files, which are stored until they are parsed or expire. */
const MAX_BYTES = 128 * 1024 * 1024;

export interface UploadLimits {
  readonly maxUnparsed?: number | undefined;
  readonly maxBytes?: number | undefined;
}

export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface UploadRequest {
  readonly team: string;
  readonly filename: string;
  readonly contentType: string | undefined;
}

/** The id to upload a file with, and the reference to parse it by. */
export interface Ticket {
  readonly id: string;
  readonly uploadRef: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

type UploadStores = Pick<Stores, 'uploads' | 'transaction'>;

/** Files that are uploaded first and parsed later. */
export class Uploads {
  readonly #stores: UploadStores;
  readonly #clock: Clock;
  readonly #maxUnparsed: number;
  readonly #files: UploadFiles;
  /** The last write to each upload. */
  readonly #writes = new Map<string, Promise<void>>();

  constructor(
    stores: UploadStores,
    clock: Clock,
    { maxUnparsed = MAX_UNPARSED, maxBytes = MAX_BYTES }: UploadLimits = {},
  ) {
    this.#stores = stores;
    this.#clock = clock;
    this.#maxUnparsed = maxUnparsed;
    this.#files = new UploadFiles(stores, maxBytes);
  }

  /** Throws the refusal of an upload that is unknown, wrong or expired. */
  async check(id: string, uploadRef: string): Promise<void> {
    await this.#findValid(this.#stores, id, uploadRef);
  }

  async create({ team, filename, contentType }: UploadRequest): Promise<Ticket> {
    const uploadRef = randomBytes(32).toString('base64url');
    const ticket = { id: randomUUID(), uploadRef, expiresAt: this.#clock.now() + EXPIRES_AFTER_MS };
    await this.#stores.transaction(async (stores) => {
      await stores.uploads.lock(team);
      if ((await stores.uploads.countUnparsed(team)) >= this.#maxUnparsed) throw tooMany();
      await stores.uploads.add({ ...ticket, refDigest: digestOf(uploadRef), team, filename, contentType });
    });
    return ticket;
  }

  async put(id: string, uploadRef: string, body: Uint8Array): Promise<void> {
    if (body.length > MAX_UPLOAD_BYTES) throw tooLarge();
    // Concurrent uploads to one ticket are written one after the other.
    const previousWrite = this.#writes.get(id);
    const write = (async () => {
      await previousWrite?.catch(() => {});
      await this.#files.write(body, (stores) => this.#findValid(stores, id, uploadRef), tooMany);
    })();
    this.#writes.set(id, write);
    try {
      await write;
    } finally {
      if (this.#writes.get(id) === write) this.#writes.delete(id);
    }
  }

  /** Returns the file and forgets it: servers of this API parse an upload once. */
  async take(uploadRef: string, team: string): Promise<UploadedFile> {
    return this.#stores.transaction(async (stores) => {
      const upload = await stores.uploads.findByRef(digestOf(uploadRef), team);
      if (upload?.size === undefined || upload.expiresAt <= this.#clock.now()) throw notAvailable();
      const { number, size, filename, contentType } = upload;
      // First, so that of two calls for the same file one gets it.
      if (!(await stores.uploads.setParsed(number))) throw notAvailable();
      const body = await this.#files.read(stores, { number, size });
      await stores.uploads.deleteFile(number);
      return { filename, contentType, body };
    });
  }

  /** Deletes those that expired a while ago: until then, a late caller gets the reason. */
  async forgetExpired(): Promise<void> {
    await this.#stores.uploads.forgetExpired(this.#clock.now() - EXPIRES_AFTER_MS);
  }

  async #findValid({ uploads }: Pick<Stores, 'uploads'>, id: string, uploadRef: string): Promise<StoredUpload> {
    const upload = await uploads.find(id);
    if (!upload) throw new Refusal('not_found', 'There is no upload with this id. Ask for a new upload URL.');
    if (!isSameSecret(Buffer.from(upload.refDigest), digestOf(uploadRef))) {
      throw new Refusal('forbidden', 'The `uploadRef` is not that of this upload. Use the upload URL as it is.');
    }
    if (upload.expiresAt <= this.#clock.now()) {
      throw new Refusal('gone', 'The upload URL has expired. Ask for a new one.');
    }
    if (upload.isParsed) {
      throw new Refusal('gone', 'The file of this upload URL has been parsed. Ask for a new one.');
    }
    return upload;
  }
}

function notAvailable(): Refusal {
  const error = 'Uploaded file is not available. Upload the file before parsing.';
  return new Refusal('BAD_REQUEST', error);
}

function tooLarge(): Refusal {
  return new Refusal('too_large', `The file is larger than ${MAX_UPLOAD_BYTES} bytes, the most that is taken.`);
}

function tooMany(): Refusal {
  return new Refusal(
    'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
    'Too many unparsed uploads. Parse those that there are, or wait until they expire.',
  );
}
