import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../../test/sending.js';
import { ConfigurationError } from '../errors/errors.js';
import { toWireBody } from './wire-body.js';

const schema = z.object({ price: z.number() });
const converted = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

/** The body, of a request that has schemas. */
function converting(request: object): Promise<object> {
  const body = toWireBody<object>(request);
  if (typeof body !== 'function') throw new Error('It has no schemas.');
  return body();
}

describe('toWireBody', () => {
  it('keeps a request without schemas as it is, with its formats in their order, doubles included', () => {
    const formats = ['html', 'markdown', 'html', { type: 'screenshot', fullPage: true }, { type: 'json' }];
    for (const request of [{ url: 'a', formats }, { formats: [] }, { scrapeOptions: { formats } }, { limit: 1 }]) {
      expect(toWireBody(request)).toEqual(request);
    }
  });

  it('keeps names that it does not know', () => {
    expect(toWireBody({ formats: ['hologram'] })).toEqual({ formats: ['hologram'] });
  });

  it('turns schemas into JSON Schema and keeps the options beside them', async () => {
    const formats = [
      'markdown',
      { type: 'json', prompt: 'The price.', schema },
      { type: 'changeTracking', modes: ['json'], schema },
    ];
    const sent = [
      'markdown',
      { type: 'json', prompt: 'The price.', schema: converted },
      { type: 'changeTracking', modes: ['json'], schema: converted },
    ];
    expect(await converting({ url: 'a', formats })).toEqual({ url: 'a', formats: sent });
    expect(await converting({ scrapeOptions: { waitFor: 1, formats } })).toEqual({
      scrapeOptions: { waitFor: 1, formats: sent },
    });
    expect(await converting({ prompt: 'a', schema })).toEqual({ prompt: 'a', schema: converted });
    expect(formats[1]).toHaveProperty('schema', schema);
  });

  it('sends what the request had when it was given, whatever becomes of it while schemas are converted', async () => {
    const request = { limit: 1, scrapeOptions: { waitFor: 1, formats: [{ type: 'json', schema }] } };
    const body = converting(request);
    request.limit = 2;
    request.scrapeOptions.waitFor = 2;
    request.scrapeOptions.formats.pop();
    expect(await body).toEqual({
      limit: 1,
      scrapeOptions: { waitFor: 1, formats: [{ type: 'json', schema: converted }] },
    });
  });

  it('names the place of a schema that cannot be converted', async () => {
    const bad = z.object({ at: z.date() });
    const formats = ['markdown', { type: 'json', schema: bad }];
    const places = {
      'formats[1].schema': { formats },
      'scrapeOptions.formats[1].schema': { scrapeOptions: { formats } },
      schema: { schema: bad },
    };
    for (const [place, request] of Object.entries(places)) {
      const error = await failureOf(converting(request));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message).toContain(`${place} cannot be turned into JSON Schema. Date cannot be represented`);
      expect(error.message.startsWith(place)).toBe(true);
      expect(error.cause).toBeInstanceOf(Error);
    }
  });

  it('refuses what is no list', () => {
    expect(() => toWireBody({ formats: 'markdown' })).toThrow(
      new ConfigurationError('formats must be a list of names, or of objects with a type.'),
    );
    expect(() => toWireBody({ scrapeOptions: { formats: 'markdown' } })).toThrow(
      new ConfigurationError('scrapeOptions.formats must be a list of names, or of objects with a type.'),
    );
  });
});
