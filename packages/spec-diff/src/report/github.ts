import { type Remark, workflowCommand } from '../output/workflow-command.js';
import type { Level } from '../rules/rule.js';
import { code, literalText, name, type Text, text } from '../text.js';
import type { Change, Report } from './report.js';
import { headingOf, impactWords } from './words.js';

interface Kind {
  command: Remark['command'];
  title: Text;
}

const KINDS: Partial<Record<Level, Kind>> = {
  breaking: { command: 'error', title: literalText('Breaks') },
  warning: { command: 'warning', title: literalText('May break some') },
  additive: { command: 'notice', title: literalText('Compatible') },
};

/** How many remarks of each kind GitHub shows of one step; the others it drops without a word. */
const SHOWN = 10;

export interface GitHubOptions {
  /** The address at which the whole report is. */
  link?: string | undefined;
}

/**
 * Commands that make GitHub Actions write beside the lines of a pull request what happens there: as many as it shows, the
 * most harmful first, and how many there are besides.
 */
export function github(report: Report, { link }: GitHubOptions = {}): string {
  const remarks = report.changes.flatMap(remarkOf);
  const notes = (report.remarks ?? []).map(
    (message): Remark => ({ command: 'notice', title: literalText('Contract'), message }),
  );
  const commands = ['error', 'warning', 'notice'] as const;
  const all = commands.map((command) => [...notes, ...remarks].filter((each) => each.command === command));
  // The last notice says how many remarks are left out.
  const [errors = [], warnings = [], notices = []] = all;
  const isTooMany = all.some(({ length }) => length > SHOWN);
  const shown = [errors.slice(0, SHOWN), warnings.slice(0, SHOWN), notices.slice(0, isTooMany ? SHOWN - 1 : SHOWN)];
  const leftOut = all.map(({ length }, index) => length - (shown[index]?.length ?? 0));
  return [...shown.flat(), ...(isTooMany ? [restOf(leftOut, link)] : [])].map(workflowCommand).join('\n');
}

function restOf([errors = 0, warnings = 0, notices = 0]: readonly number[], link: string | undefined): Remark {
  const where = link === undefined ? text`the report` : name(link);
  return {
    command: 'notice',
    title: literalText('More changes'),
    message: text`${errors} more that break, ${warnings} that may break some and ${notices} others are in ${where}.`,
  };
}

function remarkOf(change: Change): Remark[] {
  const { id, level, operations, near, accepted } = change;
  const kind = KINDS[level];
  if (!kind) return [];
  const title = accepted ? text`Accepted until ${name(accepted.until)}` : kind.title;
  return [
    {
      // An accepted change is no error.
      command: accepted ? 'notice' : kind.command,
      title: text`${title}: ${headingOf(operations, 3)}`,
      message: text`${level === 'additive' ? change.text : text`${change.text} It ${impactWords(change)}.`} (${code(id)})`,
      place: near,
    },
  ];
}
