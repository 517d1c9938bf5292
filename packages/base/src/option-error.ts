/** Thrown for an invalid option; the message names it and its valid values. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Returns the name under which the user set an option: its field, flag or variable. */
export type Source = (name: string) => string;
