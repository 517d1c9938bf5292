import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { RenderedFile } from '@trawl/browser/capture';
import { CONTRACT, propertiesOf } from '../contract/contract.js';
import type { MediaFile } from '../media/media-file.js';
import type { FileLimits } from '../store/rendered-file-store.js';
import type { Stores } from '../store/stores.js';

/** A file that was made of a page. */
export type KeptFile = RenderedFile | MediaFile;

/** Files are served below this path, to all who know their names. */
export const FILES_PATH = '/files';

/** How long a screenshot or a PDF can be downloaded. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Limits of the bytes of all files; beyond them the oldest are deleted early. */
const LIMITS: FileLimits = { media: 512 * 1024 * 1024, others: 256 * 1024 * 1024 };

const EXTENSIONS: Readonly<Record<KeptFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
};

/**
 * Screenshots, PDFs and media of pages. Everybody who knows the name of a file may download it, because the name cannot be
 * guessed.
 */
export interface RenderedFiles {
  /** Deletes those that have expired. */
  forgetExpired(): Promise<void>;
  /** Stores a file that was made of a page; resolves to its name. */
  add(file: KeptFile, page: string): Promise<string>;
  /** The file, until it expires. */
  get(name: string): Promise<KeptFile | undefined>;
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
  limits: FileLimits = LIMITS,
): RenderedFiles {
  return {
    async add({ type, body }, page) {
      const id = randomUUID();
      await stores.transaction(async ({ renderedFiles }) => {
        await renderedFiles.add({ id, type, body, expiresAt: clock.now() + retentionOf(type), page });
        await renderedFiles.evict(limits);
      });
      return nameOf(id, type);
    },

    forgetExpired: () => stores.renderedFiles.evict(limits),

    async get(name) {
      const [id = ''] = name.split('.');
      const file = await stores.renderedFiles.get(id);
      return file && { type: file.type as KeptFile['type'], body: new Uint8Array(file.body) };
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

/** How long a file can be downloaded, in milliseconds. */
function retentionOf(type: KeptFile['type']): number {
  if (!MEDIA.test(type)) return RETENTION_MS;
  const { audio } = propertiesOf({ $ref: `${CONTRACT}#/components/schemas/Document` });
  return Number(typeof audio === 'object' && audio['x-expires-after-ms']);
}

const MEDIA = /^(?:audio|video)\//;

function nameOf(id: string, type: string): string {
  return `${id}.${EXTENSIONS[type as KeptFile['type']]}`;
}
