/**
 * Says what a change of the contract does to those who use it. Run it from the root of the repository:
 *
 *   npm run spec:diff -- [BASE] [HEAD] [--format terminal|json|markdown|github] [--types]
 *
 * BASE and HEAD are files or git revisions. Without them, what stands here is compared with where the branch left the
 * default branch. Ends with 0 when nothing breaks, 1 when something does, 2 when no comparison could be made.
 */
import { parseArgs } from 'node:util';
import { compare } from './spec/compare.js';
import { SpecProblem } from './spec/problem.js';
import { FORMATS, type Format, render } from './spec/report/render.js';
import { CONTRACT, mergeBase, readSpec } from './spec/sources.js';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { format: { type: 'string', default: 'terminal' }, types: { type: 'boolean', default: false } },
  });
  const format = FORMATS.find((each) => each === values.format);
  if (!format) throw new SpecProblem(`--format is one of ${FORMATS.join(', ')}; "${values.format}" is none of them.`);
  if (positionals.length > 2) throw new SpecProblem('Two contracts can be compared, and more were named.');
  return diff(positionals, format, values.types);
}

async function diff([baseName, headName = CONTRACT]: string[], format: Format, types: boolean): Promise<number> {
  const base = readSpec(baseName ?? mergeBase());
  const head = readSpec(headName);
  const compared = compare(base, head);
  // The compiler takes longer to load than a comparison takes.
  const report = types ? await (await import('./spec/types/code.js')).withCode(compared, base, head) : compared;
  console.log(render(report, format, { colour: process.stdout.isTTY && !process.env.NO_COLOR }));
  return report.verdict === 'major' ? 1 : 0;
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
