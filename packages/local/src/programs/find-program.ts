import { OptionError } from '@trawl/base/option-error';
import { type Machine, onPath, thisMachine } from '@trawl/browser/find-browser';

/** A program of this machine that the service uses where there is one. */
export interface ProgramName {
  /** The setting that names it. */
  readonly setting: string;
  /** The name of its file. */
  readonly file: string;
  /** How to get it, as a part of a sentence. */
  readonly how: string;
}

/** A program, or a sentence without it that says why there is none and how to get it. */
export type ProgramLookup = { readonly path: string } | { readonly path?: undefined; readonly missing: string };

/**
 * Looks for the program that `setting` names, or else for one of its name on the `PATH`.
 *
 * @param setting - A path, `off` for none, or undefined.
 * @throws OptionError for a path at which there is no program.
 */
export function findProgram(
  { setting: name, file, how }: ProgramName,
  setting: string | undefined,
  machine: Pick<Machine, 'environment' | 'platform' | 'isProgram'> = thisMachine,
): ProgramLookup {
  if (setting === 'off') return { missing: `${file} is switched off` };
  if (setting !== undefined) {
    if (machine.isProgram(setting)) return { path: setting };
    throw new OptionError(`${name} must name a program that can be started, and there is none at "${setting}".`);
  }
  const path = onPath(machine, machine.platform === 'win32' ? [`${file}.exe`] : [file]).find(machine.isProgram);
  return path === undefined ? { missing: `there is no ${file} on the PATH (${how})` } : { path };
}
