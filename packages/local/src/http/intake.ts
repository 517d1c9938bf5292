import { MOST_UPLOAD_BYTES } from '../page/uploads.js';
import { readBytes, readJson } from './body.js';
import { type Operation, type Parameter, resolved, type Schema } from './contract.js';
import { invalidRequest } from './invalid.js';
import type { Issue } from './issue.js';
import { misfits } from './validation.js';

/** Bytes of a JSON body. */
const MOST_JSON_BYTES = 4 * 1024 * 1024;

/** What a form needs around the file in it. */
const FORM_OVERHEAD_BYTES = 64 * 1024;

type Strings = Readonly<Record<string, string>>;

export interface Intake {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  /** The request to read a body from that is not JSON. */
  readonly request: Request;
}

/** Reads a request of the operation; throws the refusal of one that does not fit the contract. */
export async function take(operation: Operation, request: Request, path: Strings, url: string): Promise<Intake> {
  const query = url.includes('?') ? queryOf(operation, new URLSearchParams(url.slice(url.indexOf('?') + 1))) : {};
  const issues = operation.parameters.flatMap((parameter) => {
    if (parameter.in === 'path') return found(parameter, path[parameter.name]);
    return parameter.in === 'query' ? found(parameter, query[parameter.name]) : [];
  });
  if (issues.length > 0) throw invalidRequest(operation.id, issues);
  if (!operation.body) return { path, query, body: undefined, request };

  const json = operation.body['application/json'];
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (json !== undefined && (isJson(type) || Object.keys(operation.body).length === 1)) {
    // A body of another type is no body to this API.
    const body = isJson(type) ? await readJson(request, MOST_JSON_BYTES) : {};
    const wrong = misfits(json, body);
    if (wrong) throw invalidRequest(operation.id, wrong);
    return { path, query, body, request };
  }
  const bytes = await readBytes(request, MOST_UPLOAD_BYTES + FORM_OVERHEAD_BYTES);
  const { method, headers } = request;
  return { path, query, body: undefined, request: new Request(request.url, { method, headers, body: bytes }) };
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
