import { expect, it } from 'vitest';
import type { Flag } from './flag.js';
import { inFlags } from './in-flags.js';

const flag = (name: string, field: string, more: Partial<Flag> = {}): Flag => ({
  name,
  field: field.split('.'),
  kind: 'string',
  help: '',
  ...more,
});

const FLAGS = [
  flag('wait-for-ms', 'waitFor'),
  flag('formats', 'formats'),
  flag('location-country', 'location.country'),
  flag('block-ads', 'blockAds', { kind: 'boolean', default: true }),
];

it.each([
  ['waitFor must be at least 0.', '--wait-for-ms must be at least 0.'],
  [
    'Bad Request: formats.1: Invalid; location.country: Too long',
    'Bad Request: --formats.1: Invalid; --location-country: Too long',
  ],
  ['blockAds must be a boolean.', '--no-block-ads must be a boolean.'],
  ['It is slow: send a larger `waitFor` than `any`.', 'It is slow: send a larger --wait-for-ms than `any`.'],
  ['Allow it more time: see waitFor.', 'Allow it more time: see --wait-for-ms.'],
  ['The page of formats is gone: look at waitForever.', 'The page of formats is gone: look at waitForever.'],
])('"%s" is said as "%s"', (message, said) => {
  expect(inFlags(message, FLAGS)).toBe(said);
});
