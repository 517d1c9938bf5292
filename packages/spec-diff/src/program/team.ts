import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { compare } from '../compare.js';
import type { SpecDocument } from '../document.js';
import type { FailOn } from '../policy.js';
import { SpecProblem } from '../problem.js';
import { AUDIENCES } from '../report/impact.js';
import type { Report } from '../report/report.js';
import { readFileAt } from '../sources.js';
import { refuseLinkOut } from '../work-tree.js';
import { oneOf } from './options.js';

/** The name of the file in which a team says what it has agreed on. */
export const POLICY = 'contract-changes.yaml';

const FAIL_ON: readonly FailOn[] = ['breaking', 'warning', 'none'];

/** The options by which all commands are told how a team judges changes. */
export const TEAM_OPTIONS = {
  config: { type: 'string' },
  audience: { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

/** The values of these options. */
interface TeamValues {
  config?: string | undefined;
  audience?: string | undefined;
  'fail-on'?: string | undefined;
}

/** How a team judges changes: what an option says comes before what its configuration says. */
export interface Team {
  /** The level from which a comparison fails. It is undefined if neither the options nor the configuration name one. */
  failOn: FailOn | undefined;
  /** Compares two contracts, with the levels of the team and for its audience. */
  compare(before: SpecDocument, after: SpecDocument): Report;
  /** The same for a report that is known. */
  judge(report: Report): Report;
}

/** Where the configuration is looked for if no option names one. */
export interface ConfigurationPlace {
  /** The path of the contract beside which it is. */
  contract: string;
  /** The repository and its revision, if it is not a file of the working tree. */
  repository?: { folder: string; revision: string };
}

/**
 * Reads the options and the configuration: the file that `--config` names, otherwise the one beside the contract if there
 * is one.
 */
export async function readTeam(values: TeamValues, place: ConfigurationPlace): Promise<Team> {
  const audience = values.audience && oneOf('--audience', values.audience, [...AUDIENCES, 'both']);
  const failOn = values['fail-on'] ? oneOf('--fail-on', values['fail-on'], FAIL_ON) : undefined;
  const configuration = await configurationOf(values, place);
  if (configuration === undefined && (!audience || audience === 'both'))
    return { failOn, compare, judge: (report) => report };
  // The parser of the configuration takes a while to load.
  const { forAudience, parsePolicy, withPolicy } = await import('../policy.js');
  const { withVersionCheck } = await import('../version-check.js');
  const policy = configuration && parsePolicy(configuration.text, configuration.name);
  const judge = (report: Report) => forAudience(withPolicy(report, policy), audience || policy?.audience || 'both');
  return {
    failOn: failOn ?? policy?.failOn,
    judge,
    compare(before, after) {
      const report = judge(compare(before, after, policy?.settings));
      return policy?.checkVersion ? withVersionCheck(report, before, after) : report;
    },
  };
}

async function configurationOf(
  { config }: TeamValues,
  { contract, repository }: ConfigurationPlace,
): Promise<{ name: string; text: string } | undefined> {
  if (config !== undefined) return { name: config, text: readText(config) };
  const name = posix.join(posix.dirname(contract), POLICY);
  if (repository) {
    const text = await readFileAt(repository.folder, repository.revision, name);
    return text === undefined ? undefined : { name, text };
  }
  if (!existsSync(name)) return undefined;
  refuseLinkOut(name);
  return { name, text: readText(name) };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SpecProblem(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

/** Whether a report has what a comparison fails on. What is accepted is not counted. */
export function isFailing({ changes }: Report, failOn: FailOn): boolean {
  const open = changes.filter(({ accepted }) => !accepted);
  const levels = new Set(open.map(({ level }) => level));
  if (failOn === 'none') return false;
  return levels.has('breaking') || (failOn === 'warning' && levels.has('warning'));
}
