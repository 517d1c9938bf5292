import { createGunzip, type Gunzip } from 'node:zlib';

/** Takes the chunks of a file that may be compressed by gzip, and passes on its content. */
export interface Unzipper {
  /** Returns whether to write more. */
  write(piece: Uint8Array): Promise<boolean>;
  end(): Promise<void>;
}

/** Detects gzip by the first bytes: sitemaps are often compressed files, whatever their headers say. */
export function createUnzipper(take: (piece: Uint8Array) => boolean): Unzipper {
  let gunzip: { readonly stream: Gunzip; readonly closed: Promise<unknown> } | undefined;
  let first = true;
  let wanted = true;

  function start(): NonNullable<typeof gunzip> {
    const stream = createGunzip();
    stream.on('data', (piece: Uint8Array) => {
      wanted = take(piece);
      if (!wanted) stream.destroy();
    });
    stream.on('error', () => {
      wanted = false;
    });
    return { stream, closed: new Promise((resolve) => stream.once('close', resolve)) };
  }

  return {
    async write(piece) {
      if (first && piece.length > 0) {
        first = false;
        if (piece[0] === 0x1f && piece[1] === 0x8b) gunzip = start();
      }
      if (!gunzip) {
        wanted = wanted && take(piece);
      } else if (wanted) {
        const { stream, closed } = gunzip;
        // A stream that breaks does not say what became of the piece.
        await Promise.race([closed, new Promise<void>((resolve) => stream.write(piece, () => resolve()))]);
      }
      return wanted;
    },
    async end() {
      if (!gunzip || !wanted) return;
      gunzip.stream.end();
      await gunzip.closed;
    },
  };
}
