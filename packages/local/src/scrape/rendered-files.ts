import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { RenderedFile } from '../browser/capture.js';
import type { Stores } from '../store/stores.js';

/** Screenshots and PDFs are served below this path, to all who know their names. */
export const FILES_PATH = '/files';

/** How long a screenshot or a PDF can be downloaded. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limit of the bytes of all files; beyond it the oldest are deleted early. */
const MAX_BYTES = 256 * 1024 * 1024;

const EXTENSIONS: Readonly<Record<RenderedFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/**
 * Screenshots and PDFs of pages. Everybody who knows the name of a file may download it, because the name cannot be
 * guessed.
 */
export interface RenderedFiles {
  /** Deletes those that have expired. */
  forgetExpired(): Promise<void>;
  /** Stores a file that a page was shown in; resolves to its name. */
  add(file: RenderedFile, page: string): Promise<string>;
  /** The file, until it expires. */
  get(name: string): Promise<RenderedFile | undefined>;
  /** The last pictures, the latest first. */
  pictures(limit: number): Promise<Picture[]>;
}

export interface Picture {
  readonly name: string;
  readonly bytes: number;
  /** The URL of the page; null for files of earlier versions. */
  readonly page: string | null;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
}

export function createRenderedFiles(
  stores: Pick<Stores, 'renderedFiles' | 'transaction'>,
  clock: Clock,
  maxBytes: number = MAX_BYTES,
): RenderedFiles {
  return {
    async add({ type, body }, page) {
      const id = randomUUID();
      await stores.transaction(async ({ renderedFiles }) => {
        await renderedFiles.add({ id, type, body, expiresAt: clock.now() + RETENTION_MS, page });
        await renderedFiles.evict(maxBytes);
      });
      return nameOf(id, type);
    },

    forgetExpired: () => stores.renderedFiles.evict(maxBytes),

    async get(name) {
      const [id = ''] = name.split('.');
      const file = await stores.renderedFiles.get(id);
      return file && { type: file.type as RenderedFile['type'], body: new Uint8Array(file.body) };
    },

    async pictures(limit) {
      const pictures = await stores.renderedFiles.latest('image/', limit);
      return pictures.map(({ id, type, bytes, page, expiresAt }) => ({
        name: nameOf(id, type),
        bytes,
        page,
        at: expiresAt - RETENTION_MS,
      }));
    },
  };
}

function nameOf(id: string, type: string): string {
  return `${id}.${EXTENSIONS[type as RenderedFile['type']]}`;
}
