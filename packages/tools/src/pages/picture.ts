import type { ToolImage } from '../tool.js';
import { toBase64 } from './bytes.js';

/** A picture, and about how many tokens it takes. */
export interface Picture {
  readonly image: ToolImage;
  readonly tokens: number;
}

/** Model APIs refuse larger ones. */
const MAX_BYTES = 3_500_000;

const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The model whose pictures take most tokens counts one for so many pixels, and makes larger pictures smaller. */
const PIXELS_PER_TOKEN = 750;
const MAX_TOKENS = 4800;

/** The picture behind an address of the service; undefined when there is none that a model takes. */
export async function pictureOf(address: unknown, signal: AbortSignal): Promise<Picture | undefined> {
  if (typeof address !== 'string' || !/^(?:https?|data):/.test(address)) return undefined;
  const response = await fetch(address, { signal });
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!response.ok || !MEDIA_TYPES.includes(mediaType)) {
    await response.body?.cancel();
    return undefined;
  }
  const bytes = await boundedBytes(response);
  if (!bytes) return undefined;
  return { image: { data: toBase64(bytes), mediaType }, tokens: tokensOf(bytes) };
}

/** The body of a response; undefined if it is too large. */
async function boundedBytes({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the download.
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** How many tokens a picture takes by its size; at most as many as any where its size cannot be read. */
function tokensOf(bytes: Uint8Array): number {
  const pixels = pixelsOf(bytes);
  return pixels === undefined ? MAX_TOKENS : Math.min(MAX_TOKENS, Math.ceil(pixels / PIXELS_PER_TOKEN));
}

const PNG = 0x89504e47;
const JPEG = 0xffd8;

function pixelsOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < 24) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0) === PNG) return view.getUint32(16) * view.getUint32(20);
  return view.getUint16(0) === JPEG ? pixelsOfJpeg(view) : undefined;
}

/** The size stands in the start-of-frame segment, after others of any length. */
function pixelsOfJpeg(view: DataView): number | undefined {
  let position = 2;
  while (position + 9 < view.byteLength && view.getUint8(position) === 0xff) {
    const marker = view.getUint8(position + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return view.getUint16(position + 5) * view.getUint16(position + 7);
    position += 2 + view.getUint16(position + 2);
  }
  return undefined;
}
