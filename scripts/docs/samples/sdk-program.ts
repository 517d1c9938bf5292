import type { Json } from '../openapi.js';
import type { ExampleRequest, ParameterValue } from './requests.js';
import { callOptions, fileImport, literal } from './typescript.js';

export interface SdkCall {
  operationId: string;
  /** The path as the contract writes it, with its parameters in braces. */
  path: string;
  origin: string;
  parameters: readonly ParameterValue[];
}

/** The methods of the SDK that take one field of the body first and the rest as options. */
const METHODS: Readonly<Record<string, { name: string; field: string }>> = {
  searchWeb: { name: 'search', field: 'query' },
  scrapePage: { name: 'scrape', field: 'url' },
  mapSite: { name: 'map', field: 'url' },
  startCrawl: { name: 'crawl', field: 'url' },
  startBatchScrape: { name: 'batchScrape', field: 'urls' },
};

/** The request as a program with `@trawl/sdk`. */
export function sdkProgram(request: ExampleRequest, call: SdkCall): string {
  const { needsKey } = request;
  const key = needsKey ? ', apiKey: process.env.TRAWL_API_KEY' : '';
  return `${fileImport(request)}import { Trawl } from '@trawl/sdk';

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
  return `request('${method}', '${path}'${callOptions(request, parameters)})`;
}
