import { Agent, request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FuzzedRequest } from './requests.js';

export interface ServiceAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** How many bytes more are announced than come. */
const MISSING = { 'shorter than said': 100, 'longer than said': -1, 'given up': 0 };

/** How long a request that is not sent as announced is left with the service. */
const PATIENCE_MS = 50;

/** Sends a request; resolves to nothing where none is to be expected: it was given up, or is no proper HTTP. */
export async function exchange(
  origin: string,
  { method, path, headers, body, delivery }: FuzzedRequest,
  filled: (text: string) => string,
): Promise<ServiceAnswer | undefined> {
  const bytes = body && withFilled(body.bytes(), filled);
  const isWhole = !bytes?.length || delivery === 'whole' || delivery === 'chunked';
  const missing = isWhole ? 0 : MISSING[delivery];
  const length = bytes && delivery !== 'chunked' && { 'content-length': bytes.length + missing };
  const agent = new Agent({ keepAlive: true });
  const request = httpRequest(origin, {
    // Sent as it is: a URL would lose what is odd in it.
    path: filled(path),
    method,
    headers: { ...headers, ...length },
    // A connection of its own that the service may keep: one that it closes after its answer may break before all is sent.
    agent,
  });
  const answered = new Promise<ServiceAnswer>((resolve, reject) => {
    request.on('error', reject);
    request.on('upgrade', (_, socket) => socket.destroy(new Error('It was upgraded.')));
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
  if (isWhole) {
    request.end(bytes);
    return answered.finally(() => agent.destroy());
  }
  answered.catch(() => {});
  if (delivery === 'given up') request.write(bytes.subarray(0, Math.ceil(bytes.length / 2)));
  else request.end(bytes);
  await Promise.race([answered.catch(() => {}), setTimeout(PATIENCE_MS)]);
  request.destroy();
  return undefined;
}

/** Most bodies are text, and what is none holds nothing to be filled in. */
function withFilled(bytes: Buffer, filled: (text: string) => string): Buffer {
  const text = bytes.toString('latin1');
  const result = filled(text);
  return result === text ? bytes : Buffer.from(result, 'latin1');
}
