import { parseArgs } from 'node:util';
import { readContracts } from '../contract-pair.js';
import type { SpecDocument } from '../document.js';
import { SpecProblem } from '../problem.js';
import { FORMATS, render } from '../report/render.js';
import type { Report } from '../report/report.js';
import { fitsOf, type Selection, selected } from '../selection.js';
import { mergeBase } from '../sources.js';
import { code, type Text, text } from '../text.js';
import { addedContract, movedRemark, removedContract } from '../whole-contract.js';
import { print } from './console.js';
import { sameComparison } from './hint.js';
import { oneOf, patternOf } from './options.js';
import { outputOf, writeOutput } from './outputs.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';
import { isFailing, POLICY, readTeam, TEAM_OPTIONS, type Team } from './team.js';

const help = ({ command = COMMAND, contract = CONTRACT, withTypes }: Settings) => `\
Says what a change of an OpenAPI contract does to those who use it.

  ${command} [BEFORE] [AFTER] [OPTIONS]
  ${command} history [FILE] [OPTIONS]
  ${command} changelog [FILE] [OPTIONS]
  ${command} rules

  BEFORE, AFTER     files or git revisions (main, v1.2.0, HEAD~3, main:path/to/openapi.yaml); without them, what stands
                    here is compared with where the branch left the default branch; a pattern ('api/*.yaml',
                    'main:api/**/*.yaml') stands for all files that fit it, as one contract
  --contract FILE   the contract that a revision alone stands for, and that AFTER is unless it is said; ${contract}
  --urls            BEFORE and AFTER may also be addresses (https://…); the network is used for nothing else
  --repository FOLDER   BEFORE and AFTER are revisions of the repository there, and no files; HEAD is compared unless AFTER
                    is said
  --format FORMAT   how the report is printed: ${FORMATS.join(', ')}
  --output FORMAT=FILE   writes the report into a file as well, as often as it is said
  --config FILE     levels of rules, and changes that are accepted; ${POLICY} beside the contract if there is one
  --audience WHOM   wire: programs that send and receive; types: programs that import the types of a client; both
  --fail-on LEVEL   breaking, warning (what may break some programs), none; breaking unless it is said
  --comment         in a workflow of GitHub: keeps one comment of the pull request up to date, and removes it when nothing
                    is left to say; needs GITHUB_TOKEN with the permission pull-requests: write
  --path REGEX      only paths that match, and what they reach
  --exclude-path REGEX   no paths that match
  --strip-prefix TEXT    paths that begin so are compared without it
${withTypes ? '  --types           what the type tests of the older contract say of it; takes some seconds more\n' : ''}\
  --version         the version of this program

  history --help    what every version in the history of a contract did
  changelog --help  the same for people, by version
  rules             what each rule finds, with an example

Ends with 0 when nothing fails, 1 when something does (--fail-on), 2 when no comparison could be made.`;

/** Compares two contracts, prints the report, and answers with the status to end with. */
export async function diff(args: readonly string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      contract: { type: 'string', default: settings.contract ?? CONTRACT },
      repository: { type: 'string' },
      format: { type: 'string', default: 'terminal' },
      output: { type: 'string', multiple: true, default: [] },
      ...TEAM_OPTIONS,
      comment: { type: 'boolean', default: false },
      urls: { type: 'boolean', default: false },
      path: { type: 'string' },
      'exclude-path': { type: 'string' },
      'strip-prefix': { type: 'string' },
      help: { type: 'boolean', default: false },
      ...(settings.withTypes && { types: { type: 'boolean', default: false } }),
    },
  });
  if (values.help) {
    print(help(settings));
    return 0;
  }
  const format = oneOf('--format', values.format, FORMATS);
  const outputs = values.output.map(outputOf);
  if (positionals.length > 2) throw new SpecProblem('Two contracts can be compared, and more were named.');

  const { contract, urls, repository } = values;
  const [beforeName = mergeBase(repository), afterName = repository === undefined ? contract : 'HEAD'] = positionals;
  const [revision = ''] = afterName.split(':');
  const team = await readTeam(values, {
    contract,
    ...(repository && { repository: { folder: repository, revision } }),
  });
  const selection = {
    ...(values.path && { path: patternOf('--path', values.path) }),
    ...(values['exclude-path'] && { excludedPath: patternOf('--exclude-path', values['exclude-path']) }),
    ...(values['strip-prefix'] && { prefix: values['strip-prefix'] }),
  };
  const sources = { contract, urls, ...(repository !== undefined && { repository }) };
  const { before, after, moved } = { moved: undefined, ...(await readContracts(beforeName, afterName, sources)) };
  const selectionRemarks = remarksOn(selection, values, [before, after]);
  const compared = await comparedWhole(before, after, { team, selection, settings, isTyped: isTyped(values) });
  const moveRemarks = moved ? [movedRemark(moved.from, moved.to)] : [];
  const remarks = [...moveRemarks, ...selectionRemarks, ...(compared.remarks ?? [])];
  const report = remarks.length > 0 ? { ...compared, remarks } : compared;
  const command = sameComparison(settings.command ?? COMMAND, [beforeName, afterName], values);
  const options = { command, contract: (after ?? before)?.file ?? contract, ...addressOfRun() };
  for (const output of outputs) writeOutput(output, await render(report, output.format, options));
  const colour = Boolean(process.stdout.isTTY && !process.env.NO_COLOR);
  print(await render(report, format, { ...options, colour }));
  if (values.comment) {
    const { commentOnPullRequest } = await import('./comment.js');
    await commentOnPullRequest(report, contract, options);
  }
  return isFailing(report, team.failOn ?? 'breaking') ? 1 : 0;
}

/** The page of the workflow's run, whose summary may have the whole report. */
function addressOfRun(): { link?: string } {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = process.env;
  return server && repository && run ? { link: `${server}/${repository}/actions/runs/${run}` } : {};
}

interface Comparison {
  team: Team;
  selection: Selection;
  settings: Settings;
  /** Whether the type tests are looked into. */
  isTyped: boolean;
}

/** The report of two contracts, or of one that came or went as a whole. */
async function comparedWhole(
  before: SpecDocument | undefined,
  after: SpecDocument | undefined,
  { team, selection, settings, isTyped }: Comparison,
): Promise<Report> {
  const [own, other] = [before && selected(before, selection), after && selected(after, selection)];
  if (own && other) {
    const report = team.compare(own, other);
    return isTyped && settings.withTypes ? settings.withTypes(report, own, other) : report;
  }
  if (own) return team.judge(removedContract(own));
  if (other) return team.judge(addedContract(other));
  throw new Error('There is at least one contract.');
}

interface SelectionValues {
  path?: string | undefined;
  'exclude-path'?: string | undefined;
  'strip-prefix'?: string | undefined;
}

/**
 * What has to be said of a selection that selects in vain.
 *
 * @throws SpecProblem if it leaves nothing to compare.
 */
function remarksOn(
  selection: Selection,
  values: SelectionValues,
  contracts: readonly (SpecDocument | undefined)[],
): Text[] {
  const fits = fitsOf(
    contracts.flatMap((each) => each ?? []),
    selection,
  );
  if (selection.path && fits.path === 0) {
    throw new SpecProblem(`--path: no path of the contracts fits "${values.path}", so there is nothing to compare.`);
  }
  if (selection.excludedPath && fits.all > 0 && fits.excludedPath === fits.all) {
    throw new SpecProblem(
      `--exclude-path: each path of the contracts fits "${values['exclude-path']}", so there is nothing to compare.`,
    );
  }
  return [
    ...(selection.excludedPath && fits.excludedPath === 0
      ? [text`No path fits ${code(values['exclude-path'] ?? '')} (--exclude-path).`]
      : []),
    ...(selection.prefix && fits.prefix === 0
      ? [text`No path begins with ${code(values['strip-prefix'] ?? '')} (--strip-prefix).`]
      : []),
  ];
}

function isTyped(values: object): boolean {
  return 'types' in values && values.types === true;
}
