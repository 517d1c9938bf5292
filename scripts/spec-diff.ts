/**
 * Says what a change of the contract does to those who use it. Run it from the root of the repository:
 *
 *   npm run spec:diff -- [BASE] [HEAD] [--format FORMAT] [--config FILE] [--types]
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compare } from './spec/compare.js';
import { SpecProblem } from './spec/problem.js';
import { FORMATS, type Format, render } from './spec/report/render.js';
import type { Report } from './spec/report/report.js';
import { CONTRACT, mergeBase, POLICY, readSpec } from './spec/sources.js';

const HELP = `Says what a change of the contract does to those who use it.

  npm run spec:diff -- [BASE] [HEAD] [--format FORMAT] [--config FILE] [--types]

  BASE, HEAD        files or git revisions; without them, what stands here is compared with where the branch left the
                    default branch
  --format FORMAT   ${FORMATS.join(', ')}
  --config FILE     levels of rules, and changes that are accepted; ${POLICY} if there is one
  --types           what each breaking change means in code; takes some seconds more

Ends with 0 when nothing breaks, 1 when something does, 2 when no comparison could be made.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'terminal' },
      config: { type: 'string' },
      types: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const format = FORMATS.find((each) => each === values.format);
  if (!format) throw new SpecProblem(`--format is one of ${FORMATS.join(', ')}; "${values.format}" is none of them.`);
  if (positionals.length > 2) throw new SpecProblem('Two contracts can be compared, and more were named.');
  return diff(positionals, format, values);
}

async function diff(
  [baseName, headName = CONTRACT]: string[],
  format: Format,
  { config, types }: { config?: string | undefined; types: boolean },
): Promise<number> {
  const base = readSpec(baseName ?? mergeBase());
  const head = readSpec(headName);
  const compared = await judgedByTeam(compare(base, head), config);
  // The compiler takes longer to load than a comparison takes.
  const report = types ? await (await import('./spec/types/code.js')).withCode(compared, base, head) : compared;
  console.log(await render(report, format, { colour: process.stdout.isTTY && !process.env.NO_COLOR }));
  return report.verdict === 'major' ? 1 : 0;
}

async function judgedByTeam(report: Report, config: string | undefined): Promise<Report> {
  if (config === undefined && !existsSync(POLICY)) return report;
  const { readPolicy, withPolicy } = await import('./spec/policy.js');
  return withPolicy(report, readPolicy(config ?? POLICY));
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    const explained = error instanceof SpecProblem || String(error?.code).startsWith('ERR_PARSE_ARGS');
    const message = String(error?.message ?? error).split('\n')[0];
    console.error(explained ? message : `The contracts could not be compared: ${message}`);
    process.exitCode = 2;
  },
);
