import type { Json } from '../openapi.js';
import type { ExampleRequest } from '../requests.js';

interface Call {
  /** The path as the contract writes it, with its parameters in braces. */
  path: string;
  origin: string;
  parameters: readonly { in: string; name: string; value: Json }[];
}

/** What a program imports to send a file. */
const FILE_READERS: Readonly<Record<string, string>> = {
  'application/octet-stream': "import { openAsBlob } from 'node:fs';",
  'multipart/form-data': "import { readFile } from 'node:fs/promises';",
};

/** The request as a program with @trawl/client, whose types follow the contract. */
export function typescriptCall(
  { method, body, authorized }: ExampleRequest,
  { path, origin, parameters }: Call,
): string {
  const given = parameters.filter(({ value }) => value !== '');
  const places = [...new Set(given.map((parameter) => parameter.in))].map((place) => {
    const values = given
      .filter((parameter) => parameter.in === place)
      .map(({ name, value }) => `${quoted(name)}: ${literal(value)}`);
    return `${place}: { ${values.join(', ')} }`;
  });
  const options = [
    ...(places.length > 0 ? [`  params: { ${places.join(', ')} },`] : []),
    ...(body ? [`  body: ${bodyText(body)},`] : []),
  ];
  const key = authorized ? ', apiKey: process.env.TRAWL_API_KEY' : '';
  const call = options.length > 0 ? `'${path}', {\n${options.join('\n')}\n}` : `'${path}'`;
  const reader = body && FILE_READERS[body.mediaType];
  return `${reader ? `${reader}\n` : ''}import { createTrawlClient } from '@trawl/client';

const trawl = createTrawlClient({ baseUrl: '${origin}'${key} });

const { data, error, response } = await trawl.${method}(${call});
console.log(response.status, data ?? error);
`;
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
function literal(value: Json): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');
}

function quoted(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`;
}
