import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { Refusal } from '../http/refusal.js';
import { digestOf, isSameSecret } from '../http/secret.js';

export const MOST_UPLOAD_BYTES = 50 * 1024 * 1024;

const EXPIRES_AFTER_MS = 15 * 60 * 1000;

/** Tickets of a team whose files were not parsed yet. */
const MOST_UNPARSED = 10;

/** Bytes of all files together: they are held in memory until they expire. */
const MOST_BYTES = 128 * 1024 * 1024;

export interface UploadBounds {
  readonly mostUnparsed?: number | undefined;
  readonly mostBytes?: number | undefined;
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
  readonly declaredSizeBytes: number | undefined;
}

/** What is needed to put a file and to refer to it. */
export interface Ticket {
  readonly id: string;
  readonly uploadRef: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Files that are uploaded first and parsed later. A restart forgets them, as time does soon after. */
export interface Uploads {
  create(request: UploadRequest): Ticket;
  /** Throws the refusal of what cannot be put. */
  check(id: string, uploadRef: string): void;
  put(id: string, uploadRef: string, body: Uint8Array): void;
  /** The file, which can be had again until it expires: an answer may get lost on its way. */
  get(uploadRef: string, team: string): UploadedFile;
}

interface Upload extends Ticket, UploadRequest {
  body?: Uint8Array;
  isParsed: boolean;
}

export function createUploads(clock: Clock, bounds: UploadBounds = {}): Uploads {
  const { mostUnparsed = MOST_UNPARSED, mostBytes = MOST_BYTES } = bounds;
  const uploads = new Map<string, Upload>();

  function forgetExpired(): void {
    // A while longer than they are valid, so that whoever comes late learns why.
    for (const [id, { expiresAt }] of uploads) if (expiresAt + EXPIRES_AFTER_MS <= clock.now()) uploads.delete(id);
    for (const upload of uploads.values()) if (upload.expiresAt <= clock.now()) delete upload.body;
  }

  function makeRoom(bytes: number): void {
    const held = [...uploads.values()].filter(({ body }) => body);
    let total = bytes + held.reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
    for (const upload of held.filter(({ isParsed }) => isParsed)) {
      if (total <= mostBytes) return;
      total -= upload.body?.length ?? 0;
      delete upload.body;
    }
    if (total > mostBytes) throw tooMany();
  }

  function open(id: string, uploadRef: string): Upload {
    forgetExpired();
    const upload = uploads.get(id);
    if (!upload) throw new Refusal(404, { error: 'There is no upload with this id. Ask for a new upload URL.' });
    if (!isSameSecret(digestOf(upload.uploadRef), digestOf(uploadRef))) {
      throw new Refusal(403, { error: 'The `uploadRef` is not that of this upload. Use the upload URL as it is.' });
    }
    if (upload.expiresAt <= clock.now()) {
      throw new Refusal(410, { error: 'The upload URL has expired. Ask for a new one.' });
    }
    return upload;
  }

  return {
    check(id, uploadRef) {
      open(id, uploadRef);
    },

    create(request) {
      const { declaredSizeBytes = 0, team } = request;
      forgetExpired();
      if (declaredSizeBytes > MOST_UPLOAD_BYTES) throw tooLarge();
      const open = [...uploads.values()].filter((upload) => upload.team === team && !upload.isParsed);
      if (open.filter(({ expiresAt }) => expiresAt > clock.now()).length >= mostUnparsed) throw tooMany();
      const ticket = {
        id: randomUUID(),
        uploadRef: randomBytes(32).toString('base64url'),
        expiresAt: clock.now() + EXPIRES_AFTER_MS,
      };
      uploads.set(ticket.id, { ...request, ...ticket, isParsed: false });
      return ticket;
    },

    put(id, uploadRef, body) {
      const upload = open(id, uploadRef);
      if (body.length > MOST_UPLOAD_BYTES) throw tooLarge();
      delete upload.body;
      makeRoom(body.length);
      upload.body = body;
    },

    get(uploadRef, team) {
      forgetExpired();
      const given = digestOf(uploadRef);
      const upload = [...uploads.values()].find(
        (each) => each.team === team && isSameSecret(digestOf(each.uploadRef), given),
      );
      if (!upload?.body) {
        const error = 'Uploaded file is not available. Upload the file before parsing.';
        throw new Refusal(400, { code: 'BAD_REQUEST', error });
      }
      upload.isParsed = true;
      return { filename: upload.filename, contentType: upload.contentType, body: upload.body };
    },
  };
}

function tooLarge(): Refusal {
  return new Refusal(413, { error: `The file is larger than ${MOST_UPLOAD_BYTES} bytes, the most that is taken.` });
}

function tooMany(): Refusal {
  return new Refusal(429, {
    code: 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
    error: 'Too many unparsed uploads. Parse those that there are, or wait until they expire.',
  });
}
