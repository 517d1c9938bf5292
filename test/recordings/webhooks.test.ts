import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entriesOf, follow, type Json, type JsonObject, type Pointer, readContract } from '../contract/contract.js';
import { namedValuesOf, walk } from '../contract/locations.js';
import { contentOf } from '../contract/operations.js';
import { errorsAt } from '../contract/validation.js';
import { type Delivery, readDeliveries } from './exchanges.js';

const contract = readContract();
const deliveries = readDeliveries().map((delivery) => ({
  ...delivery,
  body: JSON.parse(delivery.rawBody) as JsonObject & { type: string },
}));

/** The schema of the deliveries of one type. */
function schemaOf(type: Json | undefined): Pointer {
  const schemas = entriesOf(contract.webhooks).flatMap(([name]) => {
    const body = follow(contract, ['webhooks', name, 'post', 'requestBody']);
    const media = contentOf(contract, body).get('application/json');
    return media ? [[...media.pointer, 'schema']] : [];
  });
  const found = schemas.filter((schema) =>
    namedValuesOf(contract, walk(contract, [schema], 'type')).some(({ value }) => value === type),
  );
  if (found.length !== 1) throw new Error(`The contract has ${found.length} webhooks of type ${type}.`);
  return found[0] as Pointer;
}

function signatureOf({ secret, rawBody }: Delivery): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}

describe(`all ${deliveries.length} recorded webhook deliveries fit the contract`, () => {
  it.each(deliveries)('$body.type has the documented body', ({ body }) => {
    expect(errorsAt(contract, schemaOf(body.type), body)).toEqual([]);
  });

  it.each(deliveries)('$body.type is signed with the secret of its receiver', (delivery) => {
    expect(delivery.headers['x-firecrawl-signature']).toBe(signatureOf(delivery));
  });

  it.each(deliveries)('$body.type is invalid without its id', ({ body: { id, ...rest } }) => {
    expect(id).toBeTypeOf('string');
    expect(errorsAt(contract, schemaOf(rest.type), rest)).not.toEqual([]);
  });
});
