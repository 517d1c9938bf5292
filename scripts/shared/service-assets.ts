import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that the build of `@trawl/local` adds to the service, a folder for each path that it serves them at. */
const ASSETS = 'packages/local/assets';

/** Copies rendered pages to the assets of the service. Run it from the root of the repository. */
export async function copyToService(pages: string, name: 'reference' | 'docs'): Promise<void> {
  const folder = join(ASSETS, name);
  // A page that is no longer rendered must not be served.
  await rm(folder, { recursive: true, force: true });
  await cp(pages, folder, { recursive: true });
}
