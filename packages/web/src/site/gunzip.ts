import { createGunzip, type Gunzip } from 'node:zlib';

/** Receives the chunks of a file that may be compressed with gzip, and passes on its content. */
export interface Unzipper {
  /** Returns whether to write more. */
  write(piece: Uint8Array): Promise<boolean>;
  end(): Promise<void>;
}

/** Detects gzip by the first bytes: sitemaps are often compressed files, whatever their headers say. */
export function createUnzipper(onData: (piece: Uint8Array) => boolean | Promise<boolean>): Unzipper {
  let gunzip: { readonly stream: Gunzip; readonly completion: Promise<void> } | undefined;
  let first = true;
  let isWanted = true;
  let failure: { readonly error: unknown } | undefined;

  /** Unpacks on demand, and stops when `onData` returns `false`. */
  async function readAll(stream: Gunzip): Promise<void> {
    try {
      for await (const piece of stream) if (!(await onData(piece))) break;
    } catch (error) {
      // A damaged file is read up to the damage.
      if (error !== stream.errored) failure = { error };
    }
    isWanted = false;
  }

  return {
    async write(piece) {
      if (first && piece.length > 0) {
        first = false;
        if (piece[0] === 0x1f && piece[1] === 0x8b) {
          const stream = createGunzip();
          gunzip = { stream, completion: readAll(stream) };
        }
      }
      if (!gunzip) {
        isWanted = isWanted && (await onData(piece));
      } else if (isWanted) {
        const { stream, completion } = gunzip;
        // A stream that has ended never calls back.
        await Promise.race([completion, new Promise<void>((resolve) => stream.write(piece, () => resolve()))]);
      }
      if (failure) throw failure.error;
      return isWanted;
    },
    async end() {
      gunzip?.stream.end();
      await gunzip?.completion;
      if (failure) throw failure.error;
    },
  };
}
