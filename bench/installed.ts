import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Project } from '../scripts/shared/project.js';

/** The official client, for comparison; the last version that was looked at. */
export const OFFICIAL = 'firecrawl@4.42.0';

export interface Installed {
  readonly project: Project;
  /** Whether the official client could be installed, too. */
  readonly hasOfficial: boolean;
}

/** A project with the packages as they would be published, and with the official client beside them where npm has it. */
export async function installBoth(): Promise<Installed> {
  const project = new Project();
  await project.installPacked('sdk', 'client');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', OFFICIAL];
  const hasOfficial = await promisify(execFile)('npm', npm, { cwd: project.folder }).then(
    () => true,
    () => false,
  );
  return { project, hasOfficial };
}
