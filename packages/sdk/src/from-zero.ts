import { ConfigurationError } from './errors/configuration-error.js';

/**
 * Refuses an option that is no number (a sum with text is text), or a negative one: as a time it would mean at once, and
 * over and over again.
 */
export function fromZero(name: string, value: number): number {
  if (typeof value === 'number' && value >= 0) return value;
  const given = typeof value === 'number' ? value : JSON.stringify(value);
  throw new ConfigurationError(`${name} must be a number from 0 up, not ${given}.`);
}
