import type { Json } from '../openapi.js';
import type { ExampleRequest } from '../requests.js';

export interface SdkCall {
  operationId: string;
  /** The path as the contract writes it, with its parameters in braces. */
  path: string;
  origin: string;
  parameters: readonly { in: string; name: string; value: Json }[];
}

/** The methods of the SDK that take one field of the body first and the rest as options. */
const METHODS: Readonly<Record<string, { name: string; field: string }>> = {
  searchWeb: { name: 'search', field: 'query' },
  scrapePage: { name: 'scrape', field: 'url' },
  mapSite: { name: 'map', field: 'url' },
  startCrawl: { name: 'crawl', field: 'url' },
  startBatchScrape: { name: 'batchScrape', field: 'urls' },
};

/** What a program imports to send a file. */
const FILE_READERS: Readonly<Record<string, string>> = {
  'application/octet-stream': "import { openAsBlob } from 'node:fs';",
  'multipart/form-data': "import { readFile } from 'node:fs/promises';",
};

/** The request as a program with `@trawl/sdk`. */
export function sdkProgram(request: ExampleRequest, call: SdkCall): string {
  const { body, needsKey } = request;
  const reader = body && FILE_READERS[body.mediaType];
  const key = needsKey ? ', apiKey: process.env.TRAWL_API_KEY' : '';
  return `${reader ? `${reader}\n` : ''}import { Trawl } from '@trawl/sdk';

const trawl = new Trawl({ baseUrl: '${call.origin}'${key} });

const result = await trawl.${methodCall(request, call)};
console.log(result);
`;
}

function methodCall(request: ExampleRequest, { operationId, path, parameters }: SdkCall): string {
  const { method, body } = request;
  const own = METHODS[operationId];
  const fields = body?.mediaType === 'application/json' ? (body.value as Record<string, Json> | null) : null;
  const first = own && fields?.[own.field];
  if (own && fields && first !== undefined) {
    const { [own.field]: _, ...options } = fields;
    const rest = Object.keys(options).length > 0 ? `, ${literal(options, '')}` : '';
    return `${own.name}(${literal(first, '')}${rest})`;
  }
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
  const rest = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  return `request('${method}', '${path}'${rest})`;
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
function literal(value: Json, indentation = '  '): string {
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
