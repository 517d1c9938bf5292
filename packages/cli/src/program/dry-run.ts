import type { Trawl, TrawlOptions } from '@trawl/sdk';
import type { ServiceFlags } from '../service/connection.js';
import { curl, type PlannedRequest } from '../service/curl.js';
import { keyFor, namedService } from '../service/named-service.js';
import { UsageError } from '../usage-error.js';

/** What every request of a dry run gets: one that is refused is neither repeated nor followed by another page. */
const REFUSAL = JSON.stringify({ success: false, error: 'The request is only shown.' });

/**
 * The requests that a command would send before it needs a response, as curl commands. They are not sent.
 *
 * @param file - The path of the file that the command reads, if it does.
 */
export async function dryRun(
  Client: typeof Trawl,
  options: TrawlOptions,
  file: string | undefined,
  run: (trawl: Trawl) => Promise<unknown>,
): Promise<string> {
  const requests: PlannedRequest[] = [];
  const trawl = new Client({
    ...options,
    maxRetries: 0,
    fetch: async (url, init) => {
      requests.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers), body: init.body });
      return new Response(REFUSAL, { status: 400, headers: { 'content-type': 'application/json' } });
    },
  });
  try {
    await run(trawl);
  } catch (error) {
    if (requests.length === 0) throw error;
  }
  if (requests.length === 0) throw new UsageError('This command sends nothing.');
  return requests.map((request) => `${curl(request, file)}\n`).join('');
}

/** The service of a dry run: none is needed, but the curl names one, and the variable of the key where there is one. */
export function plannedService(
  { baseUrl, apiKeyFile, askApiKey }: ServiceFlags,
  env: NodeJS.ProcessEnv,
): { options: TrawlOptions } {
  const url = namedService(baseUrl, env)?.url ?? 'http://127.0.0.1:3002';
  const hasKey = apiKeyFile || askApiKey || keyFor(url, {}, env).key !== undefined;
  return { options: { baseUrl: url, apiKey: hasKey ? 'not-read' : undefined } };
}
