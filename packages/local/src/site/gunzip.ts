import { createGunzip, type Gunzip } from 'node:zlib';

/** Takes pieces of a file, which may be compressed by gzip, and hands on what is in it. */
export interface Unzipper {
  /** Whether more is wanted. */
  write(piece: Uint8Array): Promise<boolean>;
  end(): Promise<void>;
}

/** Sitemaps are often files that are compressed, whatever their headers say; the first bytes tell. */
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
