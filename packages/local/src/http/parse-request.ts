import { isObject } from '../base/is-object.js';
import { type Operation, type Parameter, resolved, type Schema } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import type { Issue } from '../contract/issue.js';
import { validate } from '../contract/validation.js';
import { MAX_UPLOAD_BYTES } from '../parse/uploads.js';
import { MAX_JSON_BYTES, readChunks, readJson, refuseLarge } from '../request-body/body.js';
import type { MemoryReservation } from '../request-body/body-memory.js';
import { bodyRules } from '../routes/body-rules.js';

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
export type OnRead = (input: { readonly query?: Record<string, unknown>; readonly body?: unknown }) => Promise<void>;

export interface RequestToParse {
  readonly operation: Operation;
  readonly request: Request;
  /** The values of the parameters in its path. */
  readonly path: Strings;
  readonly reservation: MemoryReservation;
  readonly onRead: OnRead;
}

/** Parses and validates a request of the operation; throws a refusal when it does not match the contract. */
export async function parseRequest(input: RequestToParse): Promise<ParsedRequest> {
  const { operation, request, path, reservation, onRead } = input;
  const query = queryOf(operation, request.url);
  await onRead({ query });
  validateParameters(operation, path, query);
  const chunks = readChunks(request, { maxBytes: MAX_FORM_BYTES, reservation });
  return { path, query, body: operation.body && (await jsonBody(input)), chunks, request };
}

function validateParameters(operation: Operation, path: Strings, query: Record<string, unknown>): void {
  const issues = operation.parameters.flatMap((parameter) => {
    if (parameter.in === 'path') return validateParameter(parameter, path[parameter.name]);
    return parameter.in === 'query' ? validateParameter(parameter, query[parameter.name]) : [];
  });
  if (issues.length > 0) throw invalidRequest(operation.id, issues);
}

/** Reads and validates a JSON body; returns undefined for a body of another type that the operation takes. */
async function jsonBody({ operation, request, reservation, onRead }: RequestToParse): Promise<unknown> {
  const { body: schemas = {}, id } = operation;
  const schema = schemas['application/json'];
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  // An operation that takes only JSON ignores a body of another type, as the API does.
  const takesJson = schema !== undefined && (isJson(type) || Object.keys(schemas).length === 1);
  if (!takesJson) {
    refuseLarge(request, MAX_FORM_BYTES);
    return undefined;
  }
  const { maxBytes = MAX_JSON_BYTES, refuseBody } = bodyRules[id] ?? {};
  const body = isJson(type) ? await readJson(request, { maxBytes, reservation }) : {};
  await onRead({ body });
  refuseBody?.(body);
  const issues = validate(schema, body);
  if (issues) throw invalidRequest(id, issues);
  return withoutSender(body);
}

/** Removes the fields that say which program sends a body. They are for statistics, which this service does not make. */
function withoutSender(body: unknown): unknown {
  if (!isObject(body)) return body;
  const rest = { ...body };
  delete rest.origin;
  delete rest.integration;
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

function queryOf(operation: Operation, url: string): Record<string, unknown> {
  if (!url.includes('?')) return {};
  const search = new URLSearchParams(url.slice(url.indexOf('?') + 1));
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
