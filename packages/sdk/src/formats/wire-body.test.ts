import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operationsOf, resolve } from '../../../../openapi/walk.mjs';
import { clientOf } from '../../test/client.js';
import type { Schema } from '../../test/contract-schema.js';
import { failing, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import type { Bounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import * as constants from '../generated/operations.js';
import type { Trawl } from '../trawl.js';
import { toWireBody } from './wire-body.js';

const contract = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@trawl/client/openapi.json'), 'utf8'));
const schema = z.object({ price: z.number() });
const json = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

/** The body of a call, as the service gets it. */
async function sentBy(call: (trawl: Trawl) => PromiseLike<unknown>): Promise<unknown> {
  await using server = await MisbehavingServer.start(failing(400));
  await expect(call(clientOf(server))).rejects.toMatchObject({ status: 400 });
  const [{ body, headers } = { body: '' }] = server.received;
  const [options = body] = headers?.['content-type']?.startsWith('multipart') ? (/^\{.*\}$/m.exec(body) ?? []) : [];
  return JSON.parse(options);
}

const formats = () => ['markdown', { type: 'json', prompt: 'a', schema }, { type: 'changeTracking', schema }] as const;
const sent = ['markdown', { type: 'json', prompt: 'a', schema: json }, { type: 'changeTracking', schema: json }];

describe('a schema', () => {
  it.each<[place: string, call: (trawl: Trawl) => PromiseLike<unknown>, body: object]>([
    ['a scrape', (trawl) => trawl.scrape('a', { formats: formats() }), { url: 'a', formats: sent }],
    [
      'a search',
      (trawl) => trawl.search('a', { scrapeOptions: { formats: formats() } }),
      { query: 'a', scrapeOptions: { formats: sent } },
    ],
    [
      'a file',
      (trawl) => trawl.parse(new File([''], 'a.md'), { formats: [{ type: 'json', schema }] }),
      { formats: [sent[1]].map((format) => ({ ...Object(format), prompt: undefined })) },
    ],
    [
      'a crawl',
      (trawl) => trawl.crawl('a', { scrapeOptions: { formats: formats() } }),
      { url: 'a', scrapeOptions: { formats: sent } },
    ],
    ['a batch', (trawl) => trawl.batches.start({ urls: ['a'], formats: formats() }), { urls: ['a'], formats: sent }],
    ['an agent', (trawl) => trawl.agent('a', { schema }), { prompt: 'a', schema: json }],
    [
      'an extraction',
      (trawl) => trawl.extract(['a'], { schema, scrapeOptions: { formats: formats() } }),
      { urls: ['a'], schema: json, scrapeOptions: { formats: sent } },
    ],
    [
      'a new monitor',
      (trawl) =>
        trawl.monitors.create({
          name: 'a',
          schedule: { cron: '0 * * * *' },
          targets: [{ type: 'scrape', urls: ['a'], scrapeOptions: { formats: formats() } }],
        }),
      {
        name: 'a',
        schedule: { cron: '0 * * * *' },
        targets: [{ type: 'scrape', urls: ['a'], scrapeOptions: { formats: sent } }],
      },
    ],
    [
      'a changed monitor',
      (trawl) =>
        trawl.monitors.update('a', { targets: [{ type: 'crawl', url: 'a', scrapeOptions: { formats: formats() } }] }),
      { targets: [{ type: 'crawl', url: 'a', scrapeOptions: { formats: sent } }] },
    ],
  ])('is sent as JSON Schema in %s', async (_, call, body) => {
    expect(await sentBy(call)).toEqual(JSON.parse(JSON.stringify(body)));
  });

  it('is known wherever the contract has one', () => {
    const places = Object.entries<Operation>(constants).flatMap(([name, { bounds }]) => schemasIn(bounds, name));
    expect(places.sort()).toEqual(placesInContract());
    expect(places.length).toBeGreaterThan(5);
  });

  it('is converted as the request was when it was given', async () => {
    const request = { limit: 1, scrapeOptions: { waitFor: 1, formats: [{ type: 'json', schema }] } };
    const schemas = [['scrapeOptions', 'formats', 0, 'schema']];
    const convert = toWireBody(request, { schemas, capitals: [] });
    if (typeof convert !== 'function') throw new Error('It has a schema.');
    request.limit = 2;
    request.scrapeOptions.waitFor = 2;
    request.scrapeOptions.formats.pop();
    expect(await convert()).toEqual({
      limit: 1,
      scrapeOptions: { waitFor: 1, formats: [{ type: 'json', schema: json }] },
    });
  });

  it.each<[string, unknown]>([
    ['Date cannot be represented', z.object({ at: z.date() })],
    ['Give a schema, or JSON Schema.', 'a string'],
    ['Wrap it in toStandardJsonSchema() of @valibot/to-json-schema.', v.object({ at: v.string() })],
  ])('that is none is refused by its place, before anything is sent: %s', async (reason, none) => {
    await using server = await MisbehavingServer.start(failing(400));
    const trawl = clientOf(server);
    const bad = [{ type: 'json', schema: none as never }] as const;
    const target = { type: 'scrape', urls: ['a'], scrapeOptions: { formats: bad } } as const;
    const calls: Record<string, PromiseLike<unknown>> = {
      'formats[0].schema': trawl.scrape('a', { formats: bad }),
      'scrapeOptions.formats[0].schema': trawl.crawl('a', { scrapeOptions: { formats: bad } }),
      schema: trawl.agents.start({ prompt: 'a', schema: none as never }),
      'targets[0].scrapeOptions.formats[0].schema': trawl.monitors.update('a', { targets: [target] }),
    };
    for (const [place, call] of Object.entries(calls)) {
      const error = await failureOf(call);
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(error.message.startsWith(`${place} cannot be turned into JSON Schema. `)).toBe(true);
      expect(error.message).toContain(reason);
    }
    expect(server.received).toEqual([]);
  });
});

describe('a country', () => {
  it.each<[string, (trawl: Trawl) => PromiseLike<unknown>, object]>([
    [
      'a scrape',
      (trawl) => trawl.scrape('a', { location: { country: 'us', languages: ['en'] } }),
      { url: 'a', location: { country: 'US', languages: ['en'] } },
    ],
    [
      'a crawl, beside a schema',
      (trawl) => trawl.crawl('a', { scrapeOptions: { location: { country: 'de' }, formats: formats() } }),
      { url: 'a', scrapeOptions: { location: { country: 'DE' }, formats: sent } },
    ],
  ])('is sent in capitals in %s', async (_, call, body) => expect(await sentBy(call)).toEqual(body));
});

/** The paths of the schemas that the tables of the SDK know. */
function schemasIn(bounds: Bounds | undefined, path: string): string[] {
  if (bounds?.kind === 'schema') return [path];
  const fields = Object.entries(bounds?.fields ?? {}).flatMap(([name, inner]) => schemasIn(inner, `${path}.${name}`));
  return [...fields, ...(bounds?.items ? schemasIn(bounds.items, `${path}[]`) : [])].sort();
}

/** The paths of the fields of that name in the bodies of the contract. */
function placesInContract(): string[] {
  const places = operationsOf(contract).flatMap(({ name, operation }) => {
    const media = resolve(contract, operation.requestBody ?? {}).content?.['application/json'];
    return media ? fieldsNamedSchema(media.schema, name) : [];
  });
  return [...new Set(places)].sort();
}

function fieldsNamedSchema(node: Schema, path: string): string[] {
  const { properties = {}, items, oneOf = [], anyOf = [], allOf = [] }: Schema = resolve(contract, node);
  const fields = Object.entries(properties).flatMap(([name, field]) =>
    name === 'schema' ? [`${path}.schema`] : fieldsNamedSchema(field, `${path}.${name}`),
  );
  const parts = [...oneOf, ...anyOf, ...allOf].flatMap((part) => fieldsNamedSchema(part, path));
  return [...fields, ...parts, ...(items ? fieldsNamedSchema(items, `${path}[]`) : [])];
}
