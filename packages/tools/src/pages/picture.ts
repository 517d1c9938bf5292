import type { ToolImage } from '../tool.js';

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
  return { image: { data: bytes.toString('base64'), mediaType }, tokens: tokensOf(bytes) };
}

/** The body of a response; undefined if it is too large. */
async function boundedBytes({ body }: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop ends the download.
    if (length > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How many tokens a picture takes by its size; at most as many as any where its size cannot be read. */
function tokensOf(bytes: Buffer): number {
  const pixels = pixelsOf(bytes);
  return pixels === undefined ? MAX_TOKENS : Math.min(MAX_TOKENS, Math.ceil(pixels / PIXELS_PER_TOKEN));
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8]);

function pixelsOf(bytes: Buffer): number | undefined {
  if (bytes.subarray(0, 4).equals(PNG) && bytes.length >= 24) return bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
  return bytes.subarray(0, 2).equals(JPEG) ? pixelsOfJpeg(bytes) : undefined;
}

/** The size stands in the start-of-frame segment, after others of any length. */
function pixelsOfJpeg(bytes: Buffer): number | undefined {
  let position = 2;
  while (position + 9 < bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return bytes.readUInt16BE(position + 5) * bytes.readUInt16BE(position + 7);
    position += 2 + bytes.readUInt16BE(position + 2);
  }
  return undefined;
}
