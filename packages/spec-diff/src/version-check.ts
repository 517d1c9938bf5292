import type { SpecDocument } from './document.js';
import { isObject, type Json } from './json.js';
import { locationOf } from './location.js';
import { type Change, type Report, reportOf, type Verdict } from './report/report.js';
import { VERSION_UNFIT } from './rules/without-rule.js';
import { name, plainText, text } from './text.js';

const SIZES: readonly Verdict[] = ['none', 'patch', 'minor', 'major'];

const PATH = ['info', 'version'];

/** The report, with a warning where `info.version` was raised by less than the verdict asks for. */
export function withVersionCheck(report: Report, before: SpecDocument, after: SpecDocument): Report {
  const [own, other] = [versionOf(before), versionOf(after)];
  const step = stepBetween(numbersIn(own), numbersIn(other));
  if (step === undefined || SIZES.indexOf(step) >= SIZES.indexOf(report.verdict)) return report;
  const raised =
    own === other
      ? text`The version is ${name(own)} as before`
      : text`The version went from ${name(own)} to ${name(other)}`;
  const sentence = text`\`info.version\`: ${raised}, and the changes ask for a ${report.verdict} release.`;
  const location = locationOf('after', after, PATH);
  const change: Change = {
    id: VERSION_UNFIT,
    rule: VERSION_UNFIT,
    level: 'warning',
    // It is a fault of the contract, and no program reads the version.
    impact: { wire: 'neutral', types: 'neutral' },
    operations: [],
    text: sentence,
    message: plainText(sentence),
    before: own,
    after: other,
    location,
    near: location,
    places: { before: PATH, after: PATH },
  };
  return { ...report, ...reportOf([...report.changes, change]), verdict: report.verdict };
}

function versionOf({ root }: SpecDocument): string {
  const { info } = root;
  const version: Json | undefined = isObject(info) ? info.version : undefined;
  return String(version ?? '');
}

/** The numbers of a semantic version; undefined of any other. */
function numbersIn(version: string): readonly number[] | undefined {
  return /^v?\d+\.\d+\.\d+/.exec(version)?.[0].replace('v', '').split('.').map(Number);
}

function stepBetween(before: readonly number[] | undefined, after: readonly number[] | undefined): Verdict | undefined {
  if (!before || !after) return undefined;
  const place = before.findIndex((number, index) => number !== after[index]);
  if (place < 0) return 'none';
  // A lower version than before never fits.
  if ((after[place] ?? 0) < (before[place] ?? 0)) return 'none';
  return (['major', 'minor', 'patch'] as const)[place];
}
