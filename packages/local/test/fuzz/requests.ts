import * as fc from 'fast-check';
import { type Operation, operations } from '../../src/contract/contract.js';
import type { OperationName } from '../../src/contract/operation.js';
import { abbreviate, invalidBody, jsonBody, type RequestBody, validBody } from './request-bodies.js';
import { invalidPath, validPath } from './request-paths.js';

/** A request to send. Path and body may hold placeholders. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  readonly transfer: Transfer;
}

const TRANSFERS = ['complete', 'chunked', 'longer content-length', 'shorter content-length', 'aborted'] as const;

/** How the body is sent. */
export type Transfer = (typeof TRANSFERS)[number];

export const allOperations: readonly Operation[] = operations();

export function operationNamed(id: OperationName): Operation {
  const operation = allOperations.find((each) => each.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** A request such as `POST /v2/scrape` with a JSON body. */
export function jsonRequest(line: string, value: unknown): FuzzRequest {
  const [method = '', path = ''] = line.split(' ');
  const body = jsonBody(value);
  return printable({ method, path, headers: { 'content-type': body.type }, body, transfer: 'complete' });
}

/** Requests that the contract allows. */
export function validRequest(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const { method } = operation;
  return fc
    .record({ path: validPath(operation), body: validBody(operation) })
    .map((request) => printable({ ...request, method, headers: typeHeader(request.body), transfer: 'complete' }));
}

/** Requests that the contract mostly forbids: mutated, malformed or aborted. */
export function invalidRequest(operation: Operation): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: fc.oneof(validPath(operation), invalidPath(operation)),
      body: invalidBody(operation),
      method: fc.oneof(
        { arbitrary: fc.constant(operation.method), weight: 15 },
        { arbitrary: fc.constantFrom(...METHODS), weight: 1 },
      ),
      headers: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: oddHeaders, weight: 1 }),
      transfer: fc.oneof(
        { arbitrary: fc.constant<Transfer>('complete'), weight: 8 },
        { arbitrary: fc.constantFrom(...TRANSFERS), weight: 1 },
      ),
    })
    .map((request) => printable({ ...request, headers: { ...typeHeader(request.body), ...request.headers } }));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/vnd.x+json' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': ';;,' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, x' },
  { accept: 'text/html;q=x' },
  { authorization: 'Bearer' },
  { authorization: `Basic ${'='.repeat(2_000)}` },
  { 'x-idempotency-key': 'x' },
  { 'x-idempotency-key': '00000000-0000-4000-8000-000000000000' },
  { 'x-forwarded-proto': 'javascript', 'x-forwarded-host': '"><', forwarded: 'for=;;' },
  { expect: '100-continue' },
  { connection: 'upgrade', upgrade: 'websocket' },
  { cookie: 'a=b; '.repeat(200) },
  { 'if-none-match': '*', range: 'bytes=9-1' },
  { host: 'localhost' },
  { host: '127.0.0.1:1' },
  { host: '[::1]' },
);

function typeHeader(body: RequestBody | undefined): Record<string, string> {
  return body ? { 'content-type': body.type } : {};
}

/** Makes fast-check print the request in one line. */
function printable(request: FuzzRequest): FuzzRequest {
  return { ...request, [fc.toStringMethod]: () => describeRequest(request) } as FuzzRequest;
}

export function describeRequest({ method, path, headers, body, transfer }: FuzzRequest): string {
  const how = transfer === 'complete' ? '' : ` (${transfer})`;
  return `${method} ${abbreviate(path)} ${abbreviate(JSON.stringify(headers))} ${body?.name ?? ''}${how}`;
}
