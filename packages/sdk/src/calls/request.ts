import { ConfigurationError } from '../errors/errors.js';
import type { RequestDraft } from '../transport/call.js';
import type { Operation } from './operation.js';

/** The parts of a request, as a resource gives them. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  /** The fields of the body. */
  readonly fields?: object | undefined;
  /** Sent in a form beside the fields, or as it is when there are none. */
  readonly file?: Blob | undefined;
}

/** What every request of a client has in common. */
export interface Common {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Writes a request down: parameters into the path and the query, fields as JSON or, beside a file, as a form.
 *
 * @throws ConfigurationError when a parameter would lead to another path.
 */
export function writeRequest(
  { baseUrl, headers: common }: Common,
  operation: Operation,
  { path = {}, query, fields, file }: RequestParts,
  own: Readonly<Record<string, string>>,
): RequestDraft {
  const [, method] = operation;
  const { type, body } = written(fields, file);
  // A second spread in one object takes V8 ten times as long.
  const headers: Record<string, string> = Object.assign({}, common, type && { 'content-type': type }, own);
  // Of a form: only the platform knows the boundary that its type has to name.
  if (body && !type) delete headers['content-type'];
  const url = baseUrl + routeOf(operation, path) + (query ? searchOf(query) : '');
  return { method, url, headers, ...(body && { body }) };
}

/** A query, question mark and all. Of a list each value is sent; what is not given is not sent. */
function searchOf(query: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(query).flatMap(([parameter, value]) =>
    [value ?? []].flat().map((one) => `${parameter}=${encodeURIComponent(String(one))}`),
  );
  return parameters.length ? `?${parameters.join('&')}` : '';
}

/** The path of an operation. A `/` in a parameter is encoded; what is refused here would still lead to another path. */
export function routeOf([operation, , path]: Operation, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = String(values[parameter] ?? '');
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new ConfigurationError(`${parameter} must not be missing, empty, "." or "..".`, { operation });
  });
}

function written(fields: object | undefined, file: Blob | undefined): Pick<RequestDraft, 'body'> & { type?: string } {
  if (file && !fields) return { type: file.type || 'application/octet-stream', body: file };
  if (!fields) return {};
  if (!file) return { type: 'application/json', body: JSON.stringify(fields) };
  const form = new FormData();
  form.append('file', file);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, JSON.stringify(value));
  return { body: form };
}
