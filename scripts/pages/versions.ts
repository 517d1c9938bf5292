import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A release of the contract. */
export interface Release {
  readonly version: string;
  /** The tag that the release was made from. */
  readonly tag: string;
  /** The day of the release, such as `2026-11-21`. */
  readonly date: string;
}

const TAG = '@trawl/client@';

/** All releases of the contract that a repository knows, the latest first: the client's tags carry its versions. */
export async function releases(repository: string): Promise<Release[]> {
  const format = '--format=%(refname:short)%09%(creatordate:short)';
  const { stdout } = await run('git', ['tag', '--list', `${TAG}*`, '--sort=-version:refname', format], {
    cwd: repository,
  });
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [tag = '', date = ''] = line.split('\t');
      return { version: tag.slice(TAG.length), tag, date };
    });
}

/** Writes the contract and its samples, as they were at a tag, into a folder. */
export async function extractContract(repository: string, tag: string, folder: string): Promise<void> {
  const archive = `${folder}/contract.tar`;
  await run('git', ['archive', '--format=tar', `--output=${archive}`, tag, 'openapi/v2.yaml', 'openapi/samples'], {
    cwd: repository,
  });
  await run('tar', ['-xf', archive, '-C', folder]);
}
