import type { Json } from '../openapi.js';
import type { ExampleRequest, ParameterValue } from './requests.js';

/** What a program imports to send a file. */
const FILE_READERS: Readonly<Record<string, string>> = {
  'application/octet-stream': "import { openAsBlob } from 'node:fs';\n",
  'multipart/form-data': "import { readFile } from 'node:fs/promises';\n",
};

/** The line that a program begins with when its request sends a file. */
export function fileImport({ body }: ExampleRequest): string {
  return (body && FILE_READERS[body.mediaType]) ?? '';
}

/** The request as a program with `@trawl/client`. */
export function clientProgram(request: ExampleRequest): string {
  const { method, template, parameters, needsKey } = request;
  const key = needsKey ? '\n  apiKey: process.env.TRAWL_API_KEY,' : '';
  return `${fileImport(request)}import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({
  baseUrl: process.env.TRAWL_BASE_URL ?? 'http://127.0.0.1:3002',${key}
});

const { data, error } = await trawl.${method}('${template}'${callOptions(request, parameters)});
if (error) throw new Error(JSON.stringify(error));
console.log(data);
`;
}

/** The second argument of a call by method and path, after its comma: `, { params: …, body: … }`. Empty without any. */
export function callOptions({ body }: ExampleRequest, parameters: readonly ParameterValue[]): string {
  const filledParameters = parameters.filter(({ value }) => value !== '');
  const places = [...new Set(filledParameters.map((parameter) => parameter.in))].map((place) => {
    const values = filledParameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, value }) => `${quoted(name)}: ${literal(value)}`);
    return `${place}: { ${values.join(', ')} }`;
  });
  const options = [
    ...(places.length > 0 ? [`  params: { ${places.join(', ')} },`] : []),
    ...(body ? [`  body: ${bodyText(body)},`] : []),
  ];
  return options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
}

function bodyText({ mediaType, value }: NonNullable<ExampleRequest['body']>): string {
  if (mediaType === 'application/octet-stream') return "await openAsBlob('report.pdf')";
  const { file, ...rest } = (value ?? {}) as Record<string, Json>;
  if (mediaType === 'multipart/form-data' && typeof file === 'string') {
    return `{ file: new File([await readFile(${literal(file)})], ${literal(file)}), ...${literal(rest)} }`;
  }
  return literal(value);
}

/** A value as TypeScript writes it, indented as an option of a call. */
export function literal(value: Json, indentation = '  '): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indentation}  `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, inner)).join(', ')}]`;
  const lines = Object.entries(value).map(
    ([name, each]) => `${inner}${quoted(name)}: ${literal(each ?? null, inner)},`,
  );
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indentation}}`;
}

function quoted(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
}
