import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from '../compare.js';
import { SpecProblem } from '../problem.js';
import { FORMATS, type Format, render } from '../report/render.js';
import type { Report } from '../report/report.js';
import { mergeBase, readSpec } from '../sources.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';

/** The name of the file in which a team says what it has agreed on. */
const POLICY = 'contract-changes.yaml';

const help = ({ command = COMMAND, contract = CONTRACT, withTypes }: Settings) => `\
Says what a change of an OpenAPI contract does to those who use it.

  ${command} [BASE] [HEAD] [--contract FILE] [--format FORMAT] [--config FILE]${withTypes ? ' [--types]' : ''}
  ${command} history [FILE] [--repository FOLDER] [--last COUNT]

  BASE, HEAD        files or git revisions (main, v1.2.0, HEAD~3, main:path/to/openapi.yaml); without them, what stands
                    here is compared with where the branch left the default branch
  --contract FILE   the contract that a revision alone stands for, and that HEAD is unless it is said; ${contract}
  --format FORMAT   ${FORMATS.join(', ')}
  --config FILE     levels of rules, and changes that are accepted; ${POLICY} beside the contract if there is one
${withTypes ? '  --types           what the type tests of the base say of it; takes some seconds more\n' : ''}
  history --help    the same for every version in the history of a contract

Ends with 0 when nothing breaks, 1 when something does, 2 when no comparison could be made.`;

/** Compares two contracts, prints the report, and answers with the status to end with. */
export async function diff(args: readonly string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      contract: { type: 'string', default: settings.contract ?? CONTRACT },
      format: { type: 'string', default: 'terminal' },
      config: { type: 'string' },
      help: { type: 'boolean', default: false },
      ...(settings.withTypes && { types: { type: 'boolean', default: false } }),
    },
  });
  if (values.help) {
    console.log(help(settings));
    return 0;
  }
  const format = FORMATS.find((each) => each === values.format);
  if (!format) throw new SpecProblem(`--format is one of ${FORMATS.join(', ')}; "${values.format}" is none of them.`);
  if (positionals.length > 2) throw new SpecProblem('Two contracts can be compared, and more were named.');

  const { contract, config = besideContract(contract) } = values;
  const [baseName = mergeBase(), headName = contract] = positionals;
  const base = await readSpec(baseName, { contract });
  const head = await readSpec(headName, { contract });
  const compared = await judgedByTeam(compare(base, head), config);
  const isTyped = (values as { types?: boolean }).types;
  const report = isTyped && settings.withTypes ? await settings.withTypes(compared, base, head) : compared;
  return show(report, format);
}

async function show(report: Report, format: Format): Promise<number> {
  console.log(await render(report, format, { colour: process.stdout.isTTY && !process.env.NO_COLOR }));
  return report.verdict === 'major' ? 1 : 0;
}

function besideContract(contract: string): string | undefined {
  const file = posix.join(posix.dirname(contract), POLICY);
  return existsSync(file) ? file : undefined;
}

async function judgedByTeam(report: Report, config: string | undefined): Promise<Report> {
  if (config === undefined) return report;
  // What checks the file takes a while to load.
  const { readPolicy, withPolicy } = await import('../policy.js');
  return withPolicy(report, readPolicy(config));
}
