import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from '../compare.js';
import type { SpecDocument } from '../document.js';
import type { FailOn, Policy } from '../policy.js';
import { SpecProblem } from '../problem.js';
import { AUDIENCES } from '../report/impact.js';
import { FORMATS, render } from '../report/render.js';
import type { Report } from '../report/report.js';
import { selected } from '../selection.js';
import { mergeBase, readSpec } from '../sources.js';
import { oneOf, patternOf } from './options.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';

/** The name of the file in which a team says what it has agreed on. */
const POLICY = 'contract-changes.yaml';

const FAIL_ON: readonly FailOn[] = ['breaking', 'warning', 'none'];

const help = ({ command = COMMAND, contract = CONTRACT, withTypes }: Settings) => `\
Says what a change of an OpenAPI contract does to those who use it.

  ${command} [BASE] [HEAD] [OPTIONS]
  ${command} history [FILE] [--repository FOLDER] [--last COUNT]
  ${command} changelog [FILE] [--repository FOLDER] [--last COUNT]
  ${command} rules

  BASE, HEAD        files or git revisions (main, v1.2.0, HEAD~3, main:path/to/openapi.yaml); without them, what stands
                    here is compared with where the branch left the default branch; a pattern ('api/*.yaml',
                    'main:api/**/*.yaml') stands for all files that fit it, as one contract
  --contract FILE   the contract that a revision alone stands for, and that HEAD is unless it is said; ${contract}
  --urls            BASE and HEAD may also be addresses (https://…); the network is used for nothing else
  --format FORMAT   ${FORMATS.join(', ')}
  --config FILE     levels of rules, and changes that are accepted; ${POLICY} beside the contract if there is one
  --audience WHOM   wire: programs that send and receive; types: programs that import the types of a client; both
  --fail-on LEVEL   breaking, warning (what may break some programs), none; breaking unless it is said
  --comment         in a workflow of GitHub: keeps one comment of the pull request up to date, and removes it when nothing
                    is left to say; needs GITHUB_TOKEN with the permission pull-requests: write
  --path REGEX      only paths that match, and what they reach
  --exclude-path REGEX   no paths that match
  --strip-prefix TEXT    paths that begin so are compared without it
${withTypes ? '  --types           what the type tests of the base say of it; takes some seconds more\n' : ''}\
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
      format: { type: 'string', default: 'terminal' },
      config: { type: 'string' },
      audience: { type: 'string' },
      'fail-on': { type: 'string' },
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
    console.log(help(settings));
    return 0;
  }
  const format = oneOf('--format', values.format, FORMATS);
  const audience = values.audience && oneOf('--audience', values.audience, [...AUDIENCES, 'both']);
  const failOn = values['fail-on'] && oneOf('--fail-on', values['fail-on'], FAIL_ON);
  if (positionals.length > 2) throw new SpecProblem('Two contracts can be compared, and more were named.');

  const { contract, urls, config = besideContract(contract) } = values;
  const [baseName = mergeBase(), headName = contract] = positionals;
  const selection = {
    ...(values.path && { path: patternOf('--path', values.path) }),
    ...(values['exclude-path'] && { excludedPath: patternOf('--exclude-path', values['exclude-path']) }),
    ...(values['strip-prefix'] && { prefix: values['strip-prefix'] }),
  };
  const read = async (name: string) => selected(await readSpec(name, { contract, urls }), selection);
  const [before, after] = [await read(baseName), await read(headName)];
  const team = await readTeam(config);
  const compared = await reportFor(before, after, team, audience || team?.audience || 'both');
  const isTyped = (values as { types?: boolean }).types;
  const report = isTyped && settings.withTypes ? await settings.withTypes(compared, before, after) : compared;
  const colour = Boolean(process.stdout.isTTY && !process.env.NO_COLOR);
  console.log(await render(report, format, { colour, command: settings.command ?? COMMAND }));
  if (values.comment) {
    const { commentOnPullRequest } = await import('./comment.js');
    await commentOnPullRequest(report, contract, settings.command ?? COMMAND);
  }
  return isFailing(report, failOn || team?.failOn || 'breaking') ? 1 : 0;
}

/** What a team says, if it says anything: what checks the file takes a while to load. */
async function readTeam(config: string | undefined): Promise<Policy | undefined> {
  if (config === undefined) return undefined;
  const { readPolicy } = await import('../policy.js');
  return readPolicy(config);
}

async function reportFor(
  before: SpecDocument,
  after: SpecDocument,
  team: Policy | undefined,
  audience: 'wire' | 'types' | 'both',
): Promise<Report> {
  const compared = compare(before, after, team?.settings);
  if (!team && audience === 'both') return compared;
  const { forAudience, withPolicy } = await import('../policy.js');
  const judged = forAudience(withPolicy(compared, team), audience);
  if (!team?.checkVersion) return judged;
  const { withVersionCheck } = await import('../version-check.js');
  return withVersionCheck(judged, before, after);
}

/** Whether a report has what a comparison fails on. What is accepted is not counted. */
function isFailing({ changes }: Report, failOn: FailOn): boolean {
  const open = changes.filter(({ accepted }) => !accepted);
  const levels = new Set(open.map(({ level }) => level));
  if (failOn === 'none') return false;
  return levels.has('breaking') || (failOn === 'warning' && levels.has('warning'));
}

function besideContract(contract: string): string | undefined {
  const file = posix.join(posix.dirname(contract), POLICY);
  return existsSync(file) ? file : undefined;
}
