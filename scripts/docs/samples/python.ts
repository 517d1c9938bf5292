import type { Json, JsonObject } from '../openapi.js';
import { isFilePart } from './curl.js';
import type { ExampleBody, ExampleRequest } from './requests.js';

/** The request as a Python program with `requests`, with the key and the address from the environment. */
export function pythonProgram(request: ExampleRequest): string {
  const { method, path, headers, needsKey, body } = request;
  const [address = '', query] = path.split('?');
  const parameters = request.parameters.filter((parameter) => parameter.in === 'query');
  const sentHeaders = [
    ...(needsKey ? ['"Authorization": f"Bearer {os.environ[\'TRAWL_API_KEY\']}"'] : []),
    ...headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
    ...(body?.mediaType === 'application/octet-stream' ? ['"Content-Type": "application/octet-stream"'] : []),
  ];
  const options = [
    ...(query === undefined
      ? []
      : [`params={${parameters.map(({ name, value }) => `"${name}": ${literal(value, '')}`).join(', ')}}`]),
    ...(sentHeaders.length > 0 ? [`headers={${sentHeaders.join(', ')}}`] : []),
    ...(body ? [bodyOption(body)] : []),
    'timeout=120',
  ];
  const imports = ['import os', ...(isForm(body) ? ['import json'] : [])].sort();
  return `${imports.join('\n')}

import requests

response = requests.${method.toLowerCase()}(
    os.environ["TRAWL_BASE_URL"] + "${address}",
${options.map((option) => `    ${option},\n`).join('')})
response.raise_for_status()
print(response.json())
`;
}

function isForm(body: ExampleBody | undefined): boolean {
  return (
    body?.mediaType === 'multipart/form-data' &&
    Object.values(body.value as JsonObject).some((value) => typeof value !== 'string')
  );
}

function bodyOption({ mediaType, value, schema }: ExampleBody): string {
  if (mediaType === 'application/octet-stream') return 'data=open("report.pdf", "rb")';
  if (mediaType !== 'multipart/form-data') return `json=${literal(value)}`;
  const parts = Object.entries(value as JsonObject).map(([name, part = null]) => {
    if (isFilePart(schema, name)) return `        "${name}": open("${part}", "rb"),\n`;
    const text = typeof part === 'string' ? literal(part) : `json.dumps(${literal(part, '        ')})`;
    return `        "${name}": (None, ${text}, "application/json"),\n`;
  });
  return `files={\n${parts.join('')}    }`;
}

/** A value as Python writes it, indented as an argument of a call. */
function literal(value: Json, indentation = '    '): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indentation}    `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, inner)).join(', ')}]`;
  const lines = Object.entries(value).map(
    ([name, each = null]) => `${inner}${JSON.stringify(name)}: ${literal(each, inner)},\n`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indentation}}`;
}
