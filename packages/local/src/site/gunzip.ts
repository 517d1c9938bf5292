import { createGunzip, type Gunzip } from 'node:zlib';

/** Takes the chunks of a file that may be compressed by gzip, and passes on its content. */
export interface Unzipper {
  /** Returns whether to write more. */
  write(piece: Uint8Array): Promise<boolean>;
  end(): Promise<void>;
}

/** Detects gzip by the first bytes: sitemaps are often compressed files, whatever their headers say. */
export function createUnzipper(take: (piece: Uint8Array) => boolean | Promise<boolean>): Unzipper {
  let gunzip: { readonly stream: Gunzip; readonly over: Promise<void> } | undefined;
  let first = true;
  let wanted = true;
  let failure: { readonly error: unknown } | undefined;

  /** Unpacks no more than is taken. */
  async function takeAll(stream: Gunzip): Promise<void> {
    try {
      for await (const piece of stream) if (!(await take(piece))) break;
    } catch (error) {
      // What cannot be unpacked is read as far as it goes.
      if (error !== stream.errored) failure = { error };
    }
    wanted = false;
  }

  return {
    async write(piece) {
      if (first && piece.length > 0) {
        first = false;
        if (piece[0] === 0x1f && piece[1] === 0x8b) {
          const stream = createGunzip();
          gunzip = { stream, over: takeAll(stream) };
        }
      }
      if (!gunzip) {
        wanted = wanted && (await take(piece));
      } else if (wanted) {
        const { stream, over } = gunzip;
        // A stream that is over does not say what became of the piece.
        await Promise.race([over, new Promise<void>((resolve) => stream.write(piece, () => resolve()))]);
      }
      if (failure) throw failure.error;
      return wanted;
    },
    async end() {
      gunzip?.stream.end();
      await gunzip?.over;
      if (failure) throw failure.error;
    },
  };
}
