import { MAX_JSON_BYTES, readChunks, readJson, refuseLarge } from '../body/body.js';
import type { MemoryReservation } from '../body/body-memory.js';
import { type Operation, type Parameter, resolved, type Schema } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import type { Issue } from '../contract/issue.js';
import { validate } from '../contract/validation.js';
import { isObject } from '../is-object.js';
import { refuseUnsupportedOptions } from '../parse/unsupported-options.js';
import { MAX_UPLOAD_BYTES } from '../parse/uploads.js';

/** Bytes of the JSON of a batch: as many URLs as it may hold values, and long ones. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** The multipart syntax and options around the file of a form. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const MAX_FORM_BYTES = MAX_UPLOAD_BYTES + FORM_OVERHEAD_BYTES;

type Strings = Readonly<Record<string, string>>;

export interface ParsedRequest {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  /** A body that is not JSON. It is read only when the route iterates over it. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly request: Request;
}

/** Called with what was read, before it is validated. */
export type OnRead = (read: { readonly query?: Record<string, unknown>; readonly body?: unknown }) => void;

/** Parses and validates a request of the operation; throws a refusal when it does not match the contract. */
export async function parseRequest(
  operation: Operation,
  request: Request,
  path: Strings,
  url: string,
  reservation: MemoryReservation,
  onRead: OnRead,
): Promise<ParsedRequest> {
  const query = url.includes('?') ? queryOf(operation, new URLSearchParams(url.slice(url.indexOf('?') + 1))) : {};
  onRead({ query });
  const issues = operation.parameters.flatMap((parameter) => {
    if (parameter.in === 'path') return validateParameter(parameter, path[parameter.name]);
    return parameter.in === 'query' ? validateParameter(parameter, query[parameter.name]) : [];
  });
  if (issues.length > 0) throw invalidRequest(operation.id, issues);
  const chunks = readChunks(request, { maxBytes: MAX_FORM_BYTES, reservation });
  if (!operation.body) return { path, query, body: undefined, chunks, request };

  const json = operation.body['application/json'];
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (json !== undefined && (isJson(type) || Object.keys(operation.body).length === 1)) {
    // The API ignores a body of another type.
    const maxBytes = operation.id === 'startBatchScrape' ? MAX_BATCH_BYTES : MAX_JSON_BYTES;
    const body = isJson(type) ? await readJson(request, { maxBytes, reservation }) : {};
    onRead({ body });
    if (operation.id === 'parseFile') refuseUnsupportedOptions(body);
    const wrong = validate(json, body);
    if (wrong) throw invalidRequest(operation.id, wrong);
    return { path, query, body: withoutSender(body), chunks, request };
  }
  refuseLarge(request, MAX_FORM_BYTES);
  return { path, query, body: undefined, chunks, request };
}

/** Every JSON body may say which program sends it. It serves the statistics of a service, and nothing depends on it here. */
function withoutSender(body: unknown): unknown {
  if (!isObject(body)) return body;
  const { origin: _origin, integration: _integration, ...rest } = body;
  return rest;
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');

function validateParameter(parameter: Parameter, value: unknown): Issue[] {
  if (value === undefined && !parameter.required) return [];
  // Validated as a property of an object, so that an issue names the parameter.
  return (validate(objectSchema(parameter), value === undefined ? {} : { [parameter.name]: value }) ?? []) as Issue[];
}

const objectSchemas = new WeakMap<Parameter, Schema>();

function objectSchema(parameter: Parameter): Schema {
  let schema = objectSchemas.get(parameter);
  if (!schema) {
    const { name } = parameter;
    schema = { type: 'object', properties: { [name]: parameter.schema }, required: parameter.required ? [name] : [] };
    objectSchemas.set(parameter, schema);
  }
  return schema;
}

function queryOf(operation: Operation, search: URLSearchParams): Record<string, unknown> {
  const parameters = operation.parameters.filter(({ name, in: location }) => location === 'query' && search.has(name));
  return Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const { type, items } = typeof schema === 'object' ? resolved(schema) : {};
      if (type !== 'array') return [name, coerce(search.get(name) ?? '', type)];
      const itemType = typeof items === 'object' ? resolved(items).type : undefined;
      return [name, search.getAll(name).map((text) => coerce(text, itemType))];
    }),
  );
}

/** Converts a string to the type of the schema. A string that cannot be converted stays as it is, and fails validation. */
function coerce(text: string, type: string | readonly string[] | undefined): unknown {
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
