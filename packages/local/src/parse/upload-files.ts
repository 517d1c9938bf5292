import { nextTurn } from '../base/event-loop.js';
import type { Stores } from '../store/stores.js';
import type { StoredUpload } from '../store/upload-store.js';

/** Files are stored in parts of this size, because SQLite takes several times the size of one value in memory and keeps it. */
const PART_BYTES = 1024 * 1024;

type UploadStores = Pick<Stores, 'uploads' | 'transaction'>;

/** The files of uploads, in parts. An upload without a file has no size. */
export class UploadFiles {
  readonly #stores: UploadStores;
  readonly #maxBytes: number;
  /** Bytes of files that are being written. */
  #pendingBytes = 0;

  constructor(stores: UploadStores, maxBytes: number) {
    this.#stores = stores;
    this.#maxBytes = maxBytes;
  }

  /**
   * Writes the parts with pauses for other work.
   *
   * @param findUpload finds the upload, or throws a refusal.
   * @param tooMany is thrown if the files take too much space together.
   */
  async write(
    body: Uint8Array,
    findUpload: (stores: Pick<Stores, 'uploads'>) => Promise<StoredUpload>,
    tooMany: () => Error,
  ): Promise<void> {
    let reservedBytes = 0;
    const release = () => {
      this.#pendingBytes -= reservedBytes;
      reservedBytes = 0;
    };
    try {
      const { number } = await this.#stores.transaction(async (stores) => {
        const upload = await findUpload(stores);
        await stores.uploads.lockSizes();
        await stores.uploads.deleteFile(upload.number);
        if ((await stores.uploads.size()) + this.#pendingBytes + body.length > this.#maxBytes) throw tooMany();
        // Reserved in the transaction, so that the next one counts it.
        reservedBytes = body.length;
        this.#pendingBytes += reservedBytes;
        return upload;
      });
      for (let position = 0; position < body.length; position += PART_BYTES) {
        await this.#stores.uploads.addPart(number, { position, bytes: body.subarray(position, position + PART_BYTES) });
        await nextTurn();
      }
      // The file counts as stored only after its last part. Until then its bytes are pending: with the lock, no other call
      // counts the sizes before this and what is pending after it.
      await this.#stores.transaction(async ({ uploads }) => {
        await uploads.lockSizes();
        await uploads.setSize(number, body.length);
        release();
      });
    } finally {
      release();
    }
  }

  async read(
    { uploads }: Pick<Stores, 'uploads'>,
    { number, size }: { readonly number: number; readonly size: number },
  ): Promise<Uint8Array> {
    const body = new Uint8Array(size);
    for (let position = 0; position < size; position += PART_BYTES) {
      const part = await uploads.part(number, position);
      if (part) body.set(part, position);
    }
    return body;
  }
}
