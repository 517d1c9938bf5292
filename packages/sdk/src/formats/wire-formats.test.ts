import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats } from './format-input.js';
import { toWireFormats } from './wire-formats.js';

describe('wireFormats', () => {
  it('keeps formats as they are, in their order, doubles included', () => {
    const formats: Formats = ['html', 'markdown', 'html', { type: 'screenshot', fullPage: true }, { type: 'json' }];
    expect(toWireFormats(formats)).toEqual(formats);
    expect(toWireFormats([])).toEqual([]);
  });

  it('keeps names that it does not know', () => {
    expect(toWireFormats(['hologram'])).toEqual(['hologram']);
  });

  it('sends no formats when none are given', () => {
    expect(toWireFormats(undefined)).toBeUndefined();
  });

  it('turns schemas into JSON Schema and keeps the options beside them', () => {
    const schema = z.object({ price: z.number() });
    const converted = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    expect(
      toWireFormats([
        'markdown',
        { type: 'json', prompt: 'The price.', schema },
        { type: 'changeTracking', modes: ['json'], schema },
      ]),
    ).toEqual([
      'markdown',
      { type: 'json', prompt: 'The price.', schema: converted },
      { type: 'changeTracking', modes: ['json'], schema: converted },
    ]);
  });

  it('names the place of a schema that cannot be converted', () => {
    const formats: Formats = ['markdown', { type: 'json', schema: z.object({ at: z.date() }) }];
    expect(() => toWireFormats(formats)).toThrow(/^formats\[1\]\.schema cannot be turned into JSON Schema/);
    expect(() => toWireFormats(formats, 'scrapeOptions.formats')).toThrow(/^scrapeOptions\.formats\[1\]\.schema/);
  });

  it('refuses what is no list', () => {
    const text = 'markdown' as unknown as Formats;
    expect(() => toWireFormats(text)).toThrow(
      new ConfigurationError('formats must be a list of names, or of objects with a type.'),
    );
  });
});
