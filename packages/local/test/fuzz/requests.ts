import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { type Operation, operations, type Parameter, resolved, type Schema } from '../../src/contract/contract.js';
import type { OperationName } from '../../src/contract/operation.js';
import { fitting, ids } from './fitting.js';
import { hostileValues } from './hostile-values.js';
import { change, changed } from './mutated.js';
import { bytesOf, made } from './site.js';

/** A request that may be sent: what stands for ids and for the address of the site is replaced then. */
export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  readonly delivery: Delivery;
}

export interface RequestBody {
  /** Fit to be printed, however long the body is. */
  readonly name: string;
  /** What `Content-Type` says of it, unless the request says otherwise. */
  readonly type: string;
  bytes(): Buffer;
}

/** How a body is sent: with its length, in chunks, with the length of more or less than comes, or not to its end. */
const DELIVERIES = ['whole', 'chunked', 'shorter than said', 'longer than said', 'given up'] as const;
export type Delivery = (typeof DELIVERIES)[number];

export const all: readonly Operation[] = operations();

export function operationOf(id: OperationName): Operation {
  const found = all.find((operation) => operation.id === id);
  if (!found) throw new Error(`The contract has no operation ${id}.`);
  return found;
}

const SHOWN = 300;
const short = (text: string): string =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;

const JSON_TYPE = 'application/json';
const BOUNDARY = 'fuzzed';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const ofText = (text: string): RequestBody => ({ name: short(text), type: JSON_TYPE, bytes: () => Buffer.from(text) });

/** A request with a body of JSON, by a line such as `POST /v2/scrape`. */
export function asJson(line: string, value: unknown): FuzzedRequest {
  const [method = '', path = ''] = line.split(' ');
  const body = ofText(JSON.stringify(value));
  return printable({ method, path, headers: headersOf(body), body, delivery: 'whole' });
}

/** A request that fits the contract as far as one can tell. */
export function valid(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { body, method } = operation;
  const json = body?.['application/json'];
  const isForm = body?.['multipart/form-data'] !== undefined;
  const jsonBody =
    json === undefined ? fc.constant(undefined) : fitting(json).map((value) => ofText(JSON.stringify(value)));
  const bodies: fc.Arbitrary<RequestBody | undefined>[] = isForm ? [form, jsonBody] : [body && !json ? file : jsonBody];
  return fc
    .record({ path: pathOf(operation, wellFormed), body: fc.oneof(...bodies) })
    .map((request) => printable({ ...request, method, headers: headersOf(request.body), delivery: 'whole' }));
}

/** A request of the operation in which something is wrong, as a rule. */
export function wrong(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { body, method } = operation;
  const json = body?.['application/json'];
  const bodies: fc.Arbitrary<RequestBody | undefined>[] = [
    ...(json === undefined ? [fc.constant(undefined)] : Array(8).fill(changedJson(json))),
    ...(json === undefined ? [] : [otherEncoding(json)]),
    ...(body && !json ? [file] : []),
    ...(body?.['multipart/form-data'] === undefined ? [] : [brokenForm]),
  ];
  return fc
    .record({
      path: fc.oneof(pathOf(operation, wellFormed), pathOf(operation, malformed)),
      body: fc.oneof(...bodies),
      method: fc.oneof(
        { arbitrary: fc.constant(method), weight: 15 },
        { arbitrary: fc.constantFrom(...METHODS), weight: 1 },
      ),
      more: fc.oneof({ arbitrary: fc.constant({}), weight: 3 }, { arbitrary: oddHeaders, weight: 1 }),
      delivery: fc.oneof(
        { arbitrary: fc.constant<Delivery>('whole'), weight: 8 },
        { arbitrary: fc.constantFrom(...DELIVERIES), weight: 1 },
      ),
    })
    .map(({ more, ...request }) => printable({ ...request, headers: { ...headersOf(request.body), ...more } }));
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

type Forms = readonly [(parameter: Parameter) => fc.Arbitrary<string>, fc.Arbitrary<string>];

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replaceAll(/\p{Cs}/gu, '?'));

const wellFormed: Forms = [({ schema, name }) => fitting(schema, name).map(encoded), fc.constant('')];

/** What is short enough for the line of a request. */
const hostileTexts = hostileValues.filter(({ name, text }) => name === text()).map(({ name }) => encoded(name));

const malformed: Forms = [
  ({ schema }) =>
    fc.oneof(
      fc.constantFrom(...hostileTexts),
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e%2f',
        '%00',
        '%ff',
        '%',
        '%u0041',
        "'",
        '{id}',
        '*',
        ' '.trim(),
        'a'.repeat(5_000),
      ),
      fitting(schema).map(encoded),
    ),
  fc.constantFrom(
    '',
    '?',
    '&limit=1&limit=2',
    '&__proto__[a]=1',
    '&limit[]=1',
    '&%=%',
    '&=',
    `&a=${'b'.repeat(8_000)}`,
    '#x',
  ),
];

function pathOf({ path, parameters }: Operation, [values, more]: Forms): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const segments = inPath.map((parameter) => (isId(parameter) ? fc.oneof(ids, values(parameter)) : values(parameter)));
  const pairs = inQuery.map((parameter) => {
    const named = (value: string) => `${parameter.name}=${value}`;
    const { type, items } = typeof parameter.schema === 'object' ? resolved(parameter.schema) : {};
    const one = { ...parameter, schema: (type === 'array' ? items : parameter.schema) as Schema };
    const some = fc.array(values(one).map(named), {
      minLength: parameter.required ? 1 : 0,
      maxLength: type === 'array' ? 3 : 1,
    });
    return some.map((given) => given.join('&'));
  });
  return fc.tuple(fc.tuple(...segments), fc.tuple(...pairs), more).map(([ends, queries, rest]) => {
    let index = 0;
    const query = queries.filter(Boolean).join('&') + rest;
    return path.replaceAll(/\{\w+\}/g, () => ends[index++] ?? '') + (query ? `?${query.replace(/^&/, '')}` : '');
  });
}

const isId = ({ schema }: Parameter): boolean => typeof schema === 'object' && resolved(schema).format === 'uuid';

function changedJson(schema: Schema): fc.Arbitrary<RequestBody> {
  return fc.tuple(fitting(schema), change).map(([value, made]) => ({
    type: JSON_TYPE,
    name: `${short(JSON.stringify(value))} with ${made.kind} at place ${made.place}: ${made.key} ${short(made.by.name)}`,
    bytes: () => Buffer.from(changed(value, made)),
  }));
}

/** How a JSON text can come otherwise than as UTF-8, or not be one. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'a byte order mark before it': (text) => Buffer.from(`\ufeff${text}`),
  'bytes that are no UTF-8': (text) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80])]),
  'its middle no UTF-8': (text) => Buffer.from(text.replace('"', '"\u0080'), 'latin1'),
  'its end missing': (text) => Buffer.from(text.slice(0, -1)),
  'more after it': (text) => Buffer.from(`${text}${text}`),
  'in gzip': (text) => gzipSync(text),
  'as a text': (text) => Buffer.from(JSON.stringify(text)),
  'a megabyte of spaces around it': (text) => Buffer.from(text.padStart(1_000_000)),
  'nothing but spaces': () => Buffer.from(' \n'),
  'nothing at all': () => Buffer.alloc(0),
};

function otherEncoding(schema: Schema): fc.Arbitrary<RequestBody> {
  return fc.tuple(fitting(schema), fc.constantFrom(...Object.entries(encodings))).map(([value, [name, encode]]) => {
    const text = JSON.stringify(value);
    return { name: `${short(text)} with ${name}`, type: JSON_TYPE, bytes: () => encode(text) };
  });
}

const file: fc.Arbitrary<RequestBody> = made.map(({ from, edits, left }) => ({
  type: 'application/octet-stream',
  name: `${left < 1 ? 'a part of ' : ''}${from} with ${edits.length} edits`,
  bytes: () => bytesOf({ from, edits, left }),
}));

/** A part of a form: its headers, without the name of the field, and its content. */
type Part = readonly [name: string, headers: string, content: Buffer];

function formOf(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const bytes = parts.flatMap(([name, headers, content]) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${headers}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(end)]);
}

const parseOptions = operationOf('parseFile').body?.['application/json'];
const optionsSchema = resolved(parseOptions as object & Schema).properties?.options ?? true;

const form: fc.Arbitrary<RequestBody> = fc
  .record({ made, options: fitting(optionsSchema) })
  .map(({ made: { from, edits, left }, options }) => ({
    type: FORM_TYPE,
    name: `a form with ${from} and ${short(JSON.stringify(options))}`,
    bytes: () =>
      formOf([
        ['file', `; filename="${from}"`, bytesOf({ from, edits, left })],
        ['options', '', Buffer.from(JSON.stringify(options))],
      ]),
  }));

const partHeaders = [
  ...[
    '',
    '; filename=""',
    '; filename="a.pdf"',
    '; filename="../../a.html"',
    '; filename="\u0000.pdf"',
    "; filename*=UTF-8''%",
  ],
  ...[
    '; filename="a.html"\r\ncontent-type: text/html; charset=utf-16',
    '; filename="a.csv\r\nx: y"',
    '; filename="b.docx"',
  ],
];

const brokenForm: fc.Arbitrary<RequestBody> = fc
  .record({
    parts: fc.array(
      fc.tuple(
        fc.constantFrom('file', 'options', 'other', '', '__proto__'),
        fc.constantFrom(...partHeaders),
        fc.oneof(
          made.map(bytesOf),
          fc.tuple(fitting(optionsSchema), change).map(([value, some]) => Buffer.from(changed(value, some))),
        ),
      ),
      { maxLength: 4 },
    ),
    end: fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, '', '--', `--${BOUNDARY}--`.repeat(3)),
  })
  .map(({ parts, end }) => ({
    type: FORM_TYPE,
    name: `a form of ${parts.map(([name, headers]) => JSON.stringify(name + headers)).join(' and ')}, then ${JSON.stringify(end)}`,
    bytes: () => formOf(parts, end),
  }));

function headersOf(body: RequestBody | undefined): Record<string, string> {
  return body ? { 'content-type': body.type } : {};
}

/** With a text that says it in one line. */
function printable(request: FuzzedRequest): FuzzedRequest {
  return { ...request, [fc.toStringMethod]: () => shown(request) } as FuzzedRequest;
}

export function shown({ method, path, headers, body, delivery }: FuzzedRequest): string {
  const how = delivery === 'whole' ? '' : ` (${delivery})`;
  return `${method} ${short(path)} ${short(JSON.stringify(headers))} ${body?.name ?? ''}${how}`;
}
