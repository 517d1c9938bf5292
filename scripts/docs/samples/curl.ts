import type { Json, JsonObject, Schema } from '../openapi.js';
import type { ExampleBody, ExampleRequest } from './requests.js';

/** The request as a curl command for a POSIX shell, with the key and, unless it is given, the address from the environment. */
export function curl(request: ExampleRequest, address = '$TRAWL_BASE_URL'): string {
  const method =
    request.method === 'GET' || (request.method === 'POST' && request.body) ? [] : [`-X ${request.method}`];
  const parts = [
    [...method, `"${address}${request.path}"`].join(' '),
    ...(request.needsKey ? ['-H "Authorization: Bearer $TRAWL_API_KEY"'] : []),
    ...request.headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(request.body ? bodyOptions(request.body) : []),
  ];
  return `curl ${parts.join(' \\\n  ')}\n`;
}

function bodyOptions({ mediaType, value, schema }: ExampleBody): string[] {
  if (mediaType === 'multipart/form-data')
    return Object.entries(value as JsonObject).map((part) => formPart(part, schema));
  const contentType = `-H ${quote(`Content-Type: ${mediaType}`)}`;
  if (mediaType === 'application/octet-stream') return [contentType, '--data-binary @report.pdf'];
  return [contentType, `-d ${quote(JSON.stringify(value, null, 2))}`];
}

function formPart([name, value]: [string, Json | undefined], schema: Schema): string {
  if (isFilePart(schema, name)) return `-F ${quote(`${name}=@${value}`)}`;
  if (typeof value === 'object') return `-F ${quote(`${name}=${JSON.stringify(value)};type=application/json`)}`;
  return `-F ${quote(`${name}=${value}`)}`;
}

/** Whether a part of a form is a file. */
export function isFilePart(schema: Schema, name: string): boolean {
  const properties = (schema.properties ?? {}) as Record<string, JsonObject | undefined>;
  const property = properties[name];
  return property?.format === 'binary' || property?.contentMediaType === 'application/octet-stream';
}

/** In single quotes a shell changes nothing; a single quote itself has to leave them for a moment. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
