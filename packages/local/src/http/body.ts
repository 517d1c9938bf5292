import { Refusal } from './refusal.js';

/** Reads a body, and no more of it than the given number of bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Reads a body of JSON; one that is empty says nothing, as an empty object does. */
export async function readJson(request: Request, most: number): Promise<unknown> {
  const text = await readText(request, most);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    const sentence = `The request body is not JSON: ${(error as Error).message}`;
    throw new Refusal(400, { code: 'BAD_REQUEST_INVALID_JSON', error: sentence });
  }
}

async function readText(request: Request, most: number): Promise<string> {
  const length = request.headers.get('content-length');
  // The server of Node.js reads no more than what is announced.
  if (length !== null && Number(length) <= most) return request.text();
  return new TextDecoder().decode(await readBytes(request, most));
}

function tooLarge(most: number): Refusal {
  return new Refusal(413, { error: `The request body is larger than ${most} bytes, the most that this server reads.` });
}
