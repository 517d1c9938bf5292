import { MOST_JSON_BYTES, readChunks, readJson, refuseLarge } from '../body/body.js';
import type { HeldBytes } from '../body/body-memory.js';
import { type Operation, type Parameter, resolved, type Schema } from '../contract/contract.js';
import { invalidRequest } from '../contract/invalid.js';
import type { Issue } from '../contract/issue.js';
import { misfits } from '../contract/validation.js';
import { MOST_UPLOAD_BYTES } from '../parse/uploads.js';

/** Bytes of the JSON of a batch: as many URLs as it may hold values, and long ones. */
const MOST_BATCH_BYTES = 4 * 1024 * 1024;

/** What a form needs around the file and the options in it. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const MOST_FILE_BYTES = MOST_UPLOAD_BYTES + FORM_OVERHEAD_BYTES;

type Strings = Readonly<Record<string, string>>;

export interface Intake {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  /** A body that is not JSON. Nothing of it is read before somebody asks for it. */
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>;
  readonly request: Request;
}

/** Reads a request of the operation; throws the refusal of one that does not fit the contract. */
export async function take(
  operation: Operation,
  request: Request,
  path: Strings,
  url: string,
  held: HeldBytes,
): Promise<Intake> {
  const query = url.includes('?') ? queryOf(operation, new URLSearchParams(url.slice(url.indexOf('?') + 1))) : {};
  const issues = operation.parameters.flatMap((parameter) => {
    if (parameter.in === 'path') return found(parameter, path[parameter.name]);
    return parameter.in === 'query' ? found(parameter, query[parameter.name]) : [];
  });
  if (issues.length > 0) throw invalidRequest(operation.id, issues);
  const chunks = readChunks(request, { mostBytes: MOST_FILE_BYTES, held });
  if (!operation.body) return { path, query, body: undefined, chunks, request };

  const json = operation.body['application/json'];
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (json !== undefined && (isJson(type) || Object.keys(operation.body).length === 1)) {
    // A body of another type is no body to this API.
    const mostBytes = operation.id === 'startBatchScrape' ? MOST_BATCH_BYTES : MOST_JSON_BYTES;
    const body = isJson(type) ? await readJson(request, { mostBytes, held }) : {};
    const wrong = misfits(json, body);
    if (wrong) throw invalidRequest(operation.id, wrong);
    return { path, query, body, chunks, request };
  }
  refuseLarge(request, MOST_FILE_BYTES);
  return { path, query, body: undefined, chunks, request };
}

const isJson = (type: string): boolean => type === 'application/json' || type.endsWith('+json');

function found(parameter: Parameter, value: unknown): Issue[] {
  if (value === undefined && !parameter.required) return [];
  // As a property of an object, so that a finding names the parameter.
  return (misfits(asObject(parameter), value === undefined ? {} : { [parameter.name]: value }) ?? []) as Issue[];
}

const wrapped = new WeakMap<Parameter, Schema>();

function asObject(parameter: Parameter): Schema {
  let schema = wrapped.get(parameter);
  if (!schema) {
    const { name } = parameter;
    schema = { type: 'object', properties: { [name]: parameter.schema }, required: parameter.required ? [name] : [] };
    wrapped.set(parameter, schema);
  }
  return schema;
}

function queryOf(operation: Operation, given: URLSearchParams): Record<string, unknown> {
  const parameters = operation.parameters.filter(({ name, in: place }) => place === 'query' && given.has(name));
  return Object.fromEntries(
    parameters.map(({ name, schema }) => {
      const { type, items } = typeof schema === 'object' ? resolved(schema) : {};
      if (type !== 'array') return [name, typed(given.get(name) ?? '', type)];
      const itemType = typeof items === 'object' ? resolved(items).type : undefined;
      return [name, given.getAll(name).map((text) => typed(text, itemType))];
    }),
  );
}

/** A text as what the schema asks for; one that cannot be that stays as it is, and is refused for it. */
function typed(text: string, type: string | readonly string[] | undefined): unknown {
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}
