import { messageOf } from '../../site/client/message-of.js';
import type { Contract, Response as ContractResponse, Example, Json, MediaType, Operation } from '../openapi.js';
import { resolve } from '../openapi.js';
import type { ExampleRequest } from '../samples/requests.js';

/** The service that serves this page. */
export interface OwnService {
  readonly origin: string;
  readonly needsKey: boolean;
  /** The operations that it does not offer. */
  readonly missingOperations: readonly string[];
}

/** The service that serves this page; undefined for a page that was published or opened as a file. */
export function ownService(): OwnService | undefined {
  const { service: access, missing = '' } = document.documentElement.dataset;
  if (access === undefined) return undefined;
  return { origin: location.origin, needsKey: access === 'key', missingOperations: missing.split(' ') };
}

const KEY = 'trawl.reference.key';
const ADDRESS = 'trawl.reference.address';

/** What the reader gave last. The key is forgotten when the window is closed; neither leaves this machine but in a call. */
export const given = {
  get key() {
    return sessionStorage.getItem(KEY) ?? '';
  },
  set key(key: string) {
    sessionStorage.setItem(KEY, key);
  },
  get address() {
    return localStorage.getItem(ADDRESS) ?? '';
  },
  set address(address: string) {
    localStorage.setItem(ADDRESS, address);
  },
};

/** The origin that an address names, or what is wrong with it; an empty address names none. */
export function originOf(address: string): { origin?: string; problem?: string } {
  const text = address.trim().replace(/\/+$/, '').replace(/\/v2$/, '');
  if (text === '') return {};
  const problem = 'the address has to be a URL such as http://127.0.0.1:3002.';
  if (!URL.canParse(text)) return { problem };
  const { protocol, origin, pathname } = new URL(text);
  return /^https?:$/.test(protocol) ? { origin: pathname === '/' ? origin : origin + pathname } : { problem };
}

/** An answer as the page shows it. */
export interface ShownAnswer {
  readonly status: string;
  readonly isGood: boolean;
  readonly headers: string;
  readonly text: string;
  /** What it says as JSON, if it is JSON. */
  readonly value: Json | undefined;
}

/** Sends a request, and reads what comes back. */
export async function send(
  { method, path, headers, body }: ExampleRequest,
  { origin, key, upload }: { origin: string; key: string; upload: BodyInit | undefined },
): Promise<ShownAnswer> {
  const startedAt = performance.now();
  const response = await fetch(origin + path, {
    method,
    // Cookies of another service are not for a page that was published.
    credentials: origin === location.origin ? 'same-origin' : 'omit',
    headers: [
      ...headers,
      ...(key ? [['authorization', `Bearer ${key}`] as [string, string]] : []),
      // A browser writes the type of a form itself, with its boundary.
      ...(body && !(upload instanceof FormData) ? [['content-type', body.mediaType] as [string, string]] : []),
    ],
    ...(upload !== undefined && { body: upload }),
  });
  const text = await response.text();
  const milliseconds = Math.round(performance.now() - startedAt);
  const value = parsed(text);
  const status = `${response.status} ${response.statusText}`.trim();
  // An answer of status 200 may still say that it is a failure.
  const saysFailure = response.ok && (value as { success?: unknown } | null | undefined)?.success === false;
  return {
    status: `${status}${saysFailure ? ', but success is false' : ''}, after ${milliseconds} ms`,
    isGood: response.ok && !saysFailure,
    headers: [...response.headers].map(([name, each]) => `${name}: ${each}`).join('\n'),
    text: value === undefined ? text : JSON.stringify(value, null, 2),
    value,
  };
}

/** Why no answer came. A browser tells a page nothing but that it failed. */
export function failureOf(error: unknown, origin: string): string {
  if (origin === location.origin || !(error instanceof TypeError)) return `No answer came: ${messageOf(error)}`;
  return `No answer came from ${origin}. Either nothing listens there, or it lets no page of ${pageOrigin()} call it: @trawl/local does with --allowed-origin ${pageOrigin()}.`;
}

function pageOrigin(): string {
  return location.origin.startsWith('http') ? location.origin : 'null';
}

/** What the contract shows as the answer of a successful call. */
export function recordedAnswer(contract: Contract, { responses = {} }: Operation): ShownAnswer {
  const [status = '', reference] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? [];
  const response = reference && resolve<ContractResponse>(contract, reference);
  const [media] = Object.values(response?.content ?? {});
  const value = media && firstExample(contract, media);
  return {
    status: `${status}, an example: no service was asked`,
    isGood: true,
    headers: '',
    text: value === undefined ? 'The answer has no body.' : JSON.stringify(value, null, 2),
    value,
  };
}

function firstExample(contract: Contract, { example, examples = {} }: MediaType): Json | undefined {
  const [first] = Object.values(examples);
  return example ?? (first && resolve<Example>(contract, first).value);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
