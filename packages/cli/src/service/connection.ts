import type { TrawlOptions } from '@trawl/sdk';
import { UsageError } from '../usage-error.js';
import { askForKey } from './api-key.js';
import { adviceWithoutService, runningService } from './default-service.js';
import { keyFor, namedService } from './named-service.js';
import { servicePackage } from './optional-packages.js';

/** The flags that say which service to call, and with which key. */
export interface ServiceFlags {
  readonly baseUrl?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly askApiKey?: boolean | undefined;
  readonly local?: boolean | undefined;
  readonly allowPrivateNetworks?: boolean | undefined;
}

/** The service to call. It is closed when the command ends: with `--local` it runs in this program. */
export interface ServiceConnection {
  readonly options: Pick<TrawlOptions, 'baseUrl' | 'apiKey'>;
  close(): Promise<void>;
}

/**
 * @throws UsageError when no service is named, or the key cannot be had.
 */
export async function connectTo(
  { baseUrl, apiKeyFile, askApiKey, local, allowPrivateNetworks = false }: ServiceFlags,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServiceConnection> {
  if (local) {
    if (baseUrl) throw new UsageError('Give either --local or --base-url.');
    if (apiKeyFile || askApiKey) throw new UsageError('--local takes no key: its service is for this command alone.');
    const { createLocalServer } = await (await servicePackage()).load();
    const server = await createLocalServer({ port: 0, quiet: true, allowPrivateNetworks });
    return { options: { baseUrl: server.url }, close: () => server.close() };
  }
  if (allowPrivateNetworks)
    throw new UsageError('--allow-private-networks is for --local: another service has its own rule.');
  const service = namedService(baseUrl, env);
  if (!service) throw new UsageError(adviceWithoutService(await runningService()));
  const { url } = service;
  const apiKey = askApiKey && !apiKeyFile ? await askForKey() : keyFor(url, { apiKeyFile }, env).key;
  return { options: { baseUrl: url, apiKey }, close: async () => {} };
}
