import { parseUrl } from '@trawl/base/can-parse-url';
import { portOf } from '@trawl/base/url-port';
import type { OwnProgram } from '@trawl/web/port-policy';
import type { Settings } from '../settings/settings.js';

/** What the service uses at addresses that the operator has named. Callers reach it through the service alone. */
export function namedPrograms({
  database,
  modelUrl,
  riskServiceUrl,
}: Pick<Settings, 'database' | 'modelUrl' | 'riskServiceUrl'>): readonly OwnProgram[] {
  const databaseUrl = database === undefined ? undefined : parseUrl(database);
  const model = modelUrl === undefined ? undefined : parseUrl(modelUrl);
  const riskService = riskServiceUrl === undefined ? undefined : parseUrl(riskServiceUrl);
  return [
    databaseUrl && {
      ...listening(databaseHost(databaseUrl), databasePort(databaseUrl)),
      reason: 'is the database of this server at that port, and only the server uses it.',
    },
    model && {
      ...listening(unbracketed(model.hostname), portOf(model)),
      reason: 'is the language model of this server at that port, and only the server asks it.',
      // Everybody may ask it there without this server.
      isPublic: true,
    },
    riskService && {
      ...listening(unbracketed(riskService.hostname), portOf(riskService)),
      reason: 'is the risk service of this server at that port, and only the server asks it.',
      isPublic: true,
    },
  ].filter((program) => program !== undefined);
}

function listening(host: string, port: number): Pick<OwnProgram, 'hostsAt'> {
  return { hostsAt: (asked) => (asked === port ? [host] : []) };
}

/** As the driver of the database reads its URL. A socket in a folder belongs to a database of this machine. */
function databaseHost({ hostname, searchParams }: URL): string {
  const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || process.env.PGHOST || 'localhost');
  return host.startsWith('/') ? 'localhost' : unbracketed(host);
}

function databasePort(url: URL): number {
  return Number(url.searchParams.get('port') ?? (url.port || process.env.PGPORT || portOf(url)));
}

function unbracketed(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
