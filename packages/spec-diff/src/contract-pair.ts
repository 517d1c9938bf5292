import { join, relative } from 'node:path';
import type { SpecDocument } from './document.js';
import { earlierPath, laterPath } from './git/renames.js';
import { Repository } from './git/repository.js';
import { SpecProblem } from './problem.js';
import { MissingContract, type NamedPlace, placeNamed, readSpec, type Sources } from './sources.js';

/** Two states of a contract, of which one may be missing: then it came or went as a whole. */
export type ContractPair =
  | { before: SpecDocument; after: SpecDocument; moved?: Move }
  | { before: SpecDocument; after?: undefined }
  | { before?: undefined; after: SpecDocument };

/** The paths of a contract that was moved. */
interface Move {
  from: string;
  to: string;
}

/**
 * Reads two contracts. Where a repository has the contract in one of two states only, it is looked for under the name under
 * which Git finds it in the other one.
 *
 * @throws SpecProblem if a name leads to no contract, and the other is not the same contract in another state.
 */
export async function readContracts(before: string, after: string, sources: Sources): Promise<ContractPair> {
  refuseNoBase(before);
  const [earlier, later] = [await readIfThere(before, sources), await readIfThere(after, sources)];
  if (!(earlier instanceof MissingContract) && !(later instanceof MissingContract)) {
    return { before: earlier, after: later };
  }
  const places = { before: placeNamed(before, sources), after: placeNamed(after, sources) };
  const isSameContract = places.before.path === places.after.path && places.before.revision !== places.after.revision;
  if (earlier instanceof MissingContract) {
    if (later instanceof MissingContract || !isSameContract) throw earlier;
    const from = pathAtOther(places, sources, earlierPath);
    if (from === undefined) return { after: later };
    const moved = { from, to: places.after.path };
    return { before: await readSpec(`${places.before.revision}:${from}`, sources), after: later, moved };
  }
  if (!isSameContract) throw later;
  const to = pathAtOther(places, sources, laterPath);
  if (to === undefined) return { before: earlier };
  const moved = { from: places.before.path, to };
  return { before: earlier, after: await readSpec(nameAt(places.after, to, sources), sources), moved };
}

async function readIfThere(name: string, sources: Sources): Promise<SpecDocument | MissingContract> {
  try {
    return await readSpec(name, sources);
  } catch (cause) {
    if (cause instanceof MissingContract) return cause;
    throw cause;
  }
}

function pathAtOther(
  { before, after }: { before: NamedPlace; after: NamedPlace },
  { folder = '.', repository: named }: Sources,
  search: typeof earlierPath,
): string | undefined {
  const repository = before.revision === undefined ? undefined : Repository.around(named ?? folder);
  try {
    if (!repository || before.revision === undefined) return undefined;
    return search(repository, before.revision, after.revision, before.path);
  } finally {
    repository?.close();
  }
}

/** How a file of a state is named. */
function nameAt({ revision }: NamedPlace, path: string, { folder = '.' }: Sources): string {
  if (revision !== undefined) return `${revision}:${path}`;
  const repository = Repository.around(folder);
  repository?.close();
  return relative(folder, join(repository?.workTree ?? '', path));
}

/** What GitHub gives for the commit before a push, where there was none. */
const NO_COMMIT = /^0{40,64}$/;

const WHAT_TO_PASS =
  'Pass the commit to compare with: `github.event.pull_request.base.sha` of a pull request, `github.event.merge_group.base_sha` of a merge queue, `github.event.before` of a push to a branch that was there, and the default branch for a new one.';

function refuseNoBase(name: string): void {
  if (name.trim() === '') throw new SpecProblem(`There is nothing to compare with: BEFORE is empty. ${WHAT_TO_PASS}`);
  if (NO_COMMIT.test(name)) {
    throw new SpecProblem(
      `There is nothing to compare with: BEFORE is no commit (${name.slice(0, 8)}…). ${WHAT_TO_PASS}`,
    );
  }
}
