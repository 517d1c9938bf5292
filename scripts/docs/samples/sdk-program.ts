import { SDK_METHODS } from '../../codegen/sdk-methods.js';
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

/** The field of the body or of the query that a method takes by itself, before all others in one object. */
const SUBJECTS: Readonly<Record<string, string>> = {
  searchWeb: 'query',
  scrapePage: 'url',
  mapSite: 'url',
  parseFile: 'file',
  createUploadUrl: 'filename',
  executeInBrowserSession: 'code',
  searchPapers: 'query',
  listSimilarPapers: 'intent',
  searchDeveloperSources: 'query',
  searchDeveloperSourcesWithBody: 'query',
  askSupport: 'question',
  searchSupportDocs: 'question',
};

/** The methods of the session of a page, by the operation and the field that the method takes by itself. */
const OF_SESSION: readonly (readonly [operationId: string, method: string, subject?: string])[] = [
  ['interactWithPage', 'execute', 'code'],
  ['interactWithPage', 'prompt', 'prompt'],
  ['endInteraction', 'close'],
];

/** What the SDK calls otherwise than with the request: it takes what another call has answered, or has a path of its own. */
const BY_PATH: ReadonlySet<string> = new Set(['uploadFile', 'askSupportUnderV2']);

/** The request as a program with `@trawl/sdk`. */
export function sdkProgram(request: ExampleRequest, call: SdkCall): string {
  const key = request.needsKey ? ', apiKey: process.env.TRAWL_API_KEY' : '';
  const method = methodCall(request, call);
  const callText = method ?? `request('${request.method}', '${call.path}'${callOptions(request, call.parameters)})`;
  return `${method === undefined ? fileImport(request) : ''}import { Trawl } from '@trawl/sdk';

const trawl = new Trawl({ baseUrl: '${call.origin}'${key} });

const result = await trawl.${callText};
console.log(result);
`;
}

function methodCall({ body }: ExampleRequest, { operationId, parameters }: SdkCall): string | undefined {
  const filled = parameters.filter(({ value }) => value !== '');
  const query = filled.filter((parameter) => parameter.in === 'query').map(({ name, value }) => [name, value] as const);
  const fields: Record<string, Json | undefined> = {
    ...Object.fromEntries(query),
    ...(body?.value as Record<string, Json> | null | undefined),
  };
  const path = filled.filter((parameter) => parameter.in === 'path').map(({ value }) => value);
  const session = OF_SESSION.find(([id, , field]) => id === operationId && (!field || fields[field] !== undefined));
  const method = SDK_METHODS[operationId];
  if (method === undefined || BY_PATH.has(operationId)) return undefined;
  const subject = session ? session[2] : SUBJECTS[operationId];
  if (subject !== undefined && fields[subject] === undefined) return undefined;
  const { [subject ?? '']: first, ...options } = fields;
  const pathTexts = path.map((value) => literal(value, ''));
  const texts = subject === undefined || first === undefined ? [] : [literal(first, '')];
  if (Object.keys(options).length > 0) texts.push(literal(optionsOf(options, body?.mediaType), ''));
  if (session) return `${method}(${pathTexts.join(', ')}).${session[1]}(${texts.join(', ')})`;
  return `${method}(${[...pathTexts, ...texts].join(', ')})`;
}

/** A form has the options of a file in one field, as JSON. */
function optionsOf(fields: Record<string, Json | undefined>, mediaType: string | undefined): Json {
  if (mediaType !== 'multipart/form-data') return fields;
  const { options = {}, ...rest } = fields;
  const parsed = typeof options === 'string' ? (JSON.parse(options || '{}') as Json) : options;
  return { ...rest, ...(parsed as Record<string, Json>) };
}
