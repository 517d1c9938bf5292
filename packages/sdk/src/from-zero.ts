import { ConfigurationError } from './errors/configuration-error.js';

/** Refuses an option that is no number, or a negative one: as a time it would mean at once, and over and over again. */
export function checkFromZero(name: string, value: number): void {
  if (!(value >= 0)) throw new ConfigurationError(`${name} must be a number from 0 up, not ${value}.`);
}
