/** An option that cannot be used; the message names it and says what it takes. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** How the user calls an option: by its field, its flag or its variable. */
export type Source = (name: string) => string;
