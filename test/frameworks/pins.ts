import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ProjectPlan } from './project-plan.js';

const execute = promisify(execFile);
const FILE = new URL('pins.json', import.meta.url);

/** The version that stands for each range, as `next@^16`. */
type Pins = Readonly<Record<string, string>>;

const readPins = (): Pins => JSON.parse(readFileSync(FILE, 'utf8'));

/** The package and the range that its version is of. */
const keyOf = (dependencies: ProjectPlan['dependencies'], name: string): string => {
  const range = dependencies[name] ?? '';
  return range in dependencies ? keyOf(dependencies, range) : `${name}@${range}`;
};

/** The dependencies of a project, with the pinned version of each. */
export function pinsOf(dependencies: ProjectPlan['dependencies']): Record<string, string> {
  const pins = readPins();
  return Object.fromEntries(
    Object.keys(dependencies).map((name) => {
      const key = keyOf(dependencies, name);
      const version = pins[key];
      if (version === undefined) throw new Error(`Nothing pins ${key}: run \`npm run frameworks -- --raise\`.`);
      return [name, version];
    }),
  );
}

/** Pins the latest version of each range that a project has, and forgets the others. */
export async function raisePins(plans: readonly ProjectPlan[]): Promise<void> {
  const all = plans.flatMap(({ dependencies }) => Object.keys(dependencies).map((name) => keyOf(dependencies, name)));
  const keys = [...new Set(all)].sort();
  const pins: Record<string, string> = {};
  for (const key of keys) pins[key] = await latestOf(key);
  writeFileSync(FILE, `${JSON.stringify(pins, null, 2)}\n`);
}

/** The highest version of a range that is no release candidate, of the versions that the registry lists. */
async function latestOf(key: string): Promise<string> {
  const { stdout } = await execute('npm', ['view', key, 'version', '--json']);
  const versions = [JSON.parse(stdout)].flat() as string[];
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const latest = versions
    .filter((version) => !version.includes('-'))
    .sort(compare)
    .at(-1);
  if (latest === undefined) throw new Error(`The registry has no version ${key}.`);
  return latest;
}
