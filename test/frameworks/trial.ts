import type { LocalServer } from '@trawl/local';
import type { LoopbackRegistry } from '../../scripts/shared/loopback-registry.js';
import { InstalledProject } from './installed-project.js';
import { pinsOf } from './pins.js';
import type { Result, Row } from './row.js';
import { WEBHOOK_SECRET } from './service.js';

/** What of a row works, and what does not, each by its name. */
export interface Outcome {
  readonly result: Result;
  readonly failures: ReadonlyMap<string, Error>;
}

/** Installs the project of a row, tries it, and removes it. Without a registry, it has what the repository has. */
export async function tryRow(row: Row, service: LocalServer, registry?: LoopbackRegistry): Promise<Outcome> {
  const environment = environmentOf(service);
  const failures = new Map<string, Error>();
  const worked = new Set<string>();
  const works = async (name: string, work: () => Promise<void>) => {
    try {
      await work();
      worked.add(name);
    } catch (error) {
      failures.set(name, error as Error);
    }
  };
  let node = '';
  await works('installation', async () => {
    const project = registry
      ? await InstalledProject.fromRegistry(row, environment, registry)
      : await InstalledProject.ofRepository(row, environment);
    try {
      node = (await project.execute('node --version')).trim().slice(1);
      await row.run({ project, service, works });
    } finally {
      if (process.env.KEEP) console.log(`kept: ${project.folder}`);
      else project.remove();
    }
  });
  worked.delete('installation');
  return { result: resultOf(row, node, [...worked]), failures };
}

function resultOf({ versionOf, dependencies }: Row, node: string, works: readonly string[]): Result {
  const pins = pinsOf(dependencies);
  return { version: (versionOf && pins[versionOf]) ?? '', node, pins, works };
}

/** What programs of a project see: the service, and that nothing is to be told about their use. */
function environmentOf({ url }: LocalServer): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    CI: '1',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    // Package managers and development servers of the project trust what this process does.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    TRAWL_BASE_URL: url,
    TRAWL_API_KEY: 'key',
    WEBHOOK_SECRET,
  };
}
