import { createMovableClock } from '@trawl/base/clock';
import { OptionError } from '@trawl/base/option-error';
import { redactedUrl } from '@trawl/base/redacted-url';
import { findBrowser } from '@trawl/browser/find-browser';
import { makeRecordingsFolder } from '@trawl/web/recordings-folder';
import { isOpen } from '../accounts/teams.js';
import { createLog } from '../base/log.js';
import { VERSION } from '../base/version.js';
import { guidePage } from '../dashboard/guides.js';
import { Journal } from '../http/journal.js';
import { listen } from '../http/listen.js';
import type { Service } from '../http/service.js';
import { loadModelLibrary } from '../model/model-library.js';
import type { RequestView } from '../operator/views.js';
import { readSeedPages } from '../scrape/seed.js';
import type { LocalServerOptions, Settings } from '../settings/settings.js';
import { settingsFrom } from '../settings/settings-validation.js';
import { Metrics } from '../telemetry/metrics.js';
import { openHttp } from './http.js';
import { type LocalServer, localServer } from './local-server.js';
import { observersOf } from './observers.js';
import { requirePlatform } from './platform.js';
import { openService } from './service.js';

/**
 * Starts the service in this process.
 *
 * @throws Error in Bun, and in test environments that imitate a browser in this process.
 * @throws OptionError for an option that cannot be used, and whatever the system says of a port or file that cannot.
 * @example
 * const server = await createLocalServer({ allowPrivateNetworks: true });
 * const trawl = new Trawl({ baseUrl: server.url });
 * // …
 * await server.close();
 */
export async function createLocalServer(options: LocalServerOptions = {}): Promise<LocalServer> {
  requirePlatform();
  const settings = settingsFrom(options);
  // Asked for now, so that no server starts that can only refuse what needs its model.
  if (settings.modelUrl !== undefined) await loadModelLibrary();
  const clock = options.clock ?? createMovableClock();
  const { line: log, request: logRequest } = createLog({ format: settings.logFormat, to: options.log });
  if (settings.recordings !== undefined) makeRecordingsFolder(settings.recordings);
  let port = settings.port || undefined;
  const browser = findBrowser(settings.browser);
  const metrics = new Metrics();
  const journal = new Journal(clock, (request) => {
    countCall(metrics, request);
    if (!settings.quiet) logRequest(request);
  });
  const service = await openService({
    clock,
    settings,
    browser,
    port: () => port,
    log,
    observers: observersOf(metrics, settings),
    memory: journal,
    ownPages: guidePage,
    pages: options.pages && [...options.pages],
  });
  try {
    await refuseUnusedKeys(settings, service);
    if (settings.seed !== undefined) await seedService(service, settings.seed, log);
    const http = openHttp({ settings, browser, clock, journal, metrics, service, log });
    const listener = await listen(http, settings.port, settings.host);
    port = listener.port;
    await service.noteListening();
    const { url } = listener;
    return localServer({
      ...http,
      url,
      version: VERSION,
      clock,
      service,
      journal,
      drain() {
        listener.endConnections();
        return http.drain(settings.drainSeconds * 1000);
      },
      async close() {
        await http.close();
        await listener.close();
        await service.close();
      },
    });
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** A server that asks for no keys must not open data that has some by mistake. */
async function refuseUnusedKeys(settings: Settings, service: Service): Promise<void> {
  if (!isOpen(settings) || (await service.apiKeys.teams()).length === 0) return;
  throw new OptionError(
    'The storage has keys of teams, but without an admin key this server would ask nobody for a key. Give one by --admin-key-file.',
  );
}

function countCall(metrics: Metrics, { operation, status, durationMs, bytes = 0 }: RequestView): void {
  metrics.call({ operation, status, seconds: durationMs / 1000, bytes });
}

async function seedService(service: Service, folder: string, log: (line: string) => void): Promise<void> {
  const { failed } = await service.seed(readSeedPages(folder));
  for (const { url, error } of failed) log(`Seed ${redactedUrl(url)} was left out: ${error}`);
}
