import { Agent, request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FuzzRequest } from './requests.js';

export interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Bytes that `content-length` announces beyond those that are sent. */
const LENGTH_ERROR = { 'longer content-length': 100, 'shorter content-length': -1, aborted: 0 };

/** How long an incomplete request stays open. */
const INCOMPLETE_MS = 50;

/** Sends a request. Resolves to undefined when it was incomplete, so that no response is due. */
export async function sendRequest(
  origin: string,
  { method, path, headers, body, transfer }: FuzzRequest,
  replaceIn: (text: string) => string,
): Promise<ReceivedResponse | undefined> {
  // As latin1, which keeps bytes that are no text.
  const bytes = body && Buffer.from(replaceIn(body.bytes().toString('latin1')), 'latin1');
  const isComplete = !bytes?.length || transfer === 'complete' || transfer === 'chunked';
  const lengthError = isComplete ? 0 : LENGTH_ERROR[transfer];
  const length = bytes && transfer !== 'chunked' && { 'content-length': bytes.length + lengthError };
  // With `connection: close` a server may end the connection before it has read the whole body.
  const agent = new Agent({ keepAlive: true });
  // The path is not part of a URL, which would normalize it.
  const request = httpRequest(origin, { path: replaceIn(path), method, headers: { ...headers, ...length }, agent });
  const received = new Promise<ReceivedResponse>((resolve, reject) => {
    request.on('error', reject);
    request.on('upgrade', (_, socket) => socket.destroy(new Error('The connection was upgraded.')));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
  });
  try {
    if (transfer === 'aborted' && bytes?.length) request.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
    else request.end(bytes);
    if (isComplete) return await received;
    await Promise.race([received.catch(() => {}), setTimeout(INCOMPLETE_MS)]);
    return undefined;
  } finally {
    request.destroy();
    agent.destroy();
  }
}
