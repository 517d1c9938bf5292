import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats } from './format-input.js';
import { wireFormats } from './wire-formats.js';

describe('wireFormats', () => {
  it('keeps formats as they are, in their order, doubles included', () => {
    const formats: Formats = ['html', 'markdown', 'html', { type: 'screenshot', fullPage: true }, { type: 'json' }];
    expect(wireFormats(formats)).toEqual(formats);
    expect(wireFormats([])).toEqual([]);
  });

  it('keeps names that it does not know', () => {
    expect(wireFormats(['hologram'])).toEqual(['hologram']);
  });

  it('sends no formats when none are given', () => {
    expect(wireFormats(undefined)).toBeUndefined();
  });

  it('turns schemas into JSON Schema and keeps the options beside them', () => {
    const schema = z.object({ price: z.number() });
    const converted = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
    expect(
      wireFormats([
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
    expect(() => wireFormats(formats)).toThrow(/^formats\[1\]\.schema cannot be turned into JSON Schema/);
    expect(() => wireFormats(formats, 'scrapeOptions.formats')).toThrow(/^scrapeOptions\.formats\[1\]\.schema/);
  });

  it('refuses what is no list', () => {
    const text = 'markdown' as unknown as Formats;
    expect(() => wireFormats(text)).toThrow(
      new ConfigurationError('formats must be a list of names, or of objects with a type.'),
    );
  });
});
