import { keyFromFile } from './api-key.js';
import { readCredentials, storedKey } from './credentials.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The service to call, and what has named it. */
export interface NamedService {
  readonly url: string;
  readonly source: string;
}

/** The service to call: of the flag, else of the environment, else of the last sign-in. */
export function namedService(baseUrl: string | undefined, env: Environment): NamedService | undefined {
  if (baseUrl) return { url: baseUrl, source: '--base-url' };
  if (env.TRAWL_BASE_URL) return { url: env.TRAWL_BASE_URL, source: 'TRAWL_BASE_URL' };
  if (env.FIRECRAWL_API_URL) return { url: env.FIRECRAWL_API_URL, source: 'FIRECRAWL_API_URL' };
  const { current } = readCredentials(env);
  return current === undefined ? undefined : { url: current, source: 'trawl login' };
}

/** A key, and what has given it. */
export interface FoundKey {
  readonly key: string | undefined;
  readonly source: string | undefined;
}

/**
 * The key for the service: of the file that the flag names, else of the environment, else of the sign-in at this very address.
 *
 * @throws UsageError when a file of keys cannot be used.
 */
export function keyFor(
  url: string,
  { apiKeyFile }: { readonly apiKeyFile?: string | undefined },
  env: Environment,
): FoundKey {
  if (apiKeyFile) return { key: keyFromFile(apiKeyFile), source: `--api-key-file ${apiKeyFile}` };
  if (env.TRAWL_API_KEY) return { key: env.TRAWL_API_KEY, source: 'TRAWL_API_KEY' };
  const isOfficial = !env.TRAWL_BASE_URL && url === env.FIRECRAWL_API_URL;
  if (isOfficial && env.FIRECRAWL_API_KEY) return { key: env.FIRECRAWL_API_KEY, source: 'FIRECRAWL_API_KEY' };
  const stored = storedKey(readCredentials(env), url);
  return stored ? { key: stored.key, source: 'trawl login' } : { key: undefined, source: undefined };
}
