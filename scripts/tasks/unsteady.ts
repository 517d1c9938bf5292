import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

/** A test, or all of a file, that failed. */
export interface FailedTest {
  /** The project of vitest. */
  readonly project: string;
  readonly file: string;
  /** As vitest writes it, with the file. */
  readonly name: string;
}

/** More files than these have a common cause, which a second run would only hide. */
const MAX_FILES = 3;

/** The failed test in a line of a log, if it is one in which vitest names one, with or without colours. */
export function readFailedTest(line: string): FailedTest | undefined {
  const text = stripVTControlCharacters(line).trimEnd();
  const [, project, name, file] = /(?:^|: ) FAIL +\|? *([^\s|]+) *\|? +((\S+\.test\.ts)(?: .*)?)$/.exec(text) ?? [];
  if (project === undefined || name === undefined || file === undefined) return undefined;
  return { project, file, name };
}

/** Runs the files of failed tests once more, if they are few, one after the other; returns the tests of those that pass. */
export async function findUnsteady(
  failedTests: readonly FailedTest[],
  passesAlone: (test: FailedTest) => Promise<boolean>,
): Promise<FailedTest[]> {
  const fileOf = ({ project, file }: FailedTest) => `${project} ${file}`;
  const oneOfEachFile = new Map(failedTests.map((test) => [fileOf(test), test]));
  if (oneOfEachFile.size > MAX_FILES) return [];
  const failedAgain: string[] = [];
  for (const [file, test] of oneOfEachFile) if (!(await passesAlone(test))) failedAgain.push(file);
  return failedTests.filter((test) => !failedAgain.includes(fileOf(test)));
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

/** Whether all tests of the file pass while nothing else runs. */
export async function passesAlone({ project, file }: FailedTest, root = ROOT): Promise<boolean> {
  const child = spawn(process.execPath, [VITEST, 'run', '--project', project, file], { cwd: root, stdio: 'ignore' });
  const [status] = await once(child, 'close');
  return status === 0;
}
