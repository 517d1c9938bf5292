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

/**
 * The method of the SDK for an operation, and the field of the body or of the query that it takes by itself. The parameters
 * of the path come before it, or between parentheses that are here, and all other fields after it, in one object. What is
 * not here is called by its path.
 */
const METHODS: readonly (readonly [operationId: string, method: string, subject?: string])[] = [
  ['searchWeb', 'search', 'query'],
  ['scrapePage', 'scrape', 'url'],
  ['getScrape', 'getScrape'],
  ['interactWithPage', 'interact().execute', 'code'],
  ['interactWithPage', 'interact().prompt', 'prompt'],
  ['endInteraction', 'interact().close'],
  ['mapSite', 'map', 'url'],
  ['parseFile', 'parse', 'file'],
  ['createUploadUrl', 'uploads.create', 'filename'],
  ['startCrawl', 'crawl', 'url'],
  ['getCrawl', 'crawls.get'],
  ['cancelCrawl', 'crawls.cancel'],
  ['listCrawlErrors', 'crawls.errors'],
  ['listActiveCrawls', 'crawls.active'],
  ['listOngoingCrawls', 'crawls.ongoing'],
  ['previewCrawlParams', 'crawls.preview'],
  ['startBatchScrape', 'batchScrape', 'urls'],
  ['getBatchScrape', 'batches.get'],
  ['cancelBatchScrape', 'batches.cancel'],
  ['listBatchScrapeErrors', 'batches.errors'],
  ['startExtract', 'extract', 'urls'],
  ['getExtract', 'extracts.get'],
  ['startAgent', 'agent', 'prompt'],
  ['getAgent', 'agents.get'],
  ['cancelAgent', 'agents.cancel'],
  ['createBrowserSession', 'browsers.create'],
  ['listBrowserSessions', 'browsers.list'],
  ['executeInBrowserSession', 'browsers.execute', 'code'],
  ['deleteBrowserSession', 'browsers.delete'],
  ['createMonitor', 'monitors.create'],
  ['listMonitors', 'monitors.list'],
  ['getMonitor', 'monitors.get'],
  ['updateMonitor', 'monitors.update'],
  ['deleteMonitor', 'monitors.delete'],
  ['runMonitor', 'monitors.run'],
  ['listMonitorChecks', 'monitors.checks'],
  ['getMonitorCheck', 'monitors.check'],
  ['searchPapers', 'research.papers', 'query'],
  ['getPaper', 'research.paper'],
  ['listSimilarPapers', 'research.similar', 'intent'],
  ['searchDeveloperSources', 'developer.searchByUrl', 'query'],
  ['searchDeveloperSourcesWithBody', 'developer.search', 'query'],
  ['askSupport', 'support.ask', 'question'],
  ['searchSupportDocs', 'support.docs', 'question'],
  ['sendFeedback', 'feedback.send'],
  ['sendSearchFeedback', 'feedback.search'],
  ['getCreditUsage', 'team.credits'],
  ['listCreditUsageHistory', 'team.creditHistory'],
  ['getTokenUsage', 'team.tokens'],
  ['listTokenUsageHistory', 'team.tokenHistory'],
  ['getQueueStatus', 'team.queue'],
  ['getConcurrency', 'team.concurrency'],
  ['listActivity', 'team.activity'],
  ['getThreatProtection', 'team.threatProtection'],
  ['replaceThreatProtection', 'team.replaceThreatProtection'],
];

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
  const [, method, subject] =
    METHODS.find(([id, , field]) => id === operationId && (field === undefined || fields[field] !== undefined)) ?? [];
  if (method === undefined) return undefined;
  const { [subject ?? '']: first, ...options } = fields;
  const session = method.includes('()') ? path.splice(0) : [];
  const values = [...path, ...(subject === undefined || first === undefined ? [] : [first])];
  const texts = values.map((value) => literal(value, ''));
  if (Object.keys(options).length > 0) texts.push(literal(optionsOf(options, body?.mediaType), ''));
  const receiver = method.replace('()', `(${session.map((value) => literal(value, '')).join(', ')})`);
  return `${receiver}(${texts.join(', ')})`;
}

/** A form has the options of a file in one field, as JSON. */
function optionsOf(fields: Record<string, Json | undefined>, mediaType: string | undefined): Json {
  if (mediaType !== 'multipart/form-data') return fields;
  const { options = {}, ...rest } = fields;
  const parsed = typeof options === 'string' ? (JSON.parse(options || '{}') as Json) : options;
  return { ...rest, ...(parsed as Record<string, Json>) };
}
