import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../openapi/walk.mjs';
import {
  entriesOf,
  follow,
  get,
  isObject,
  type Json,
  listOf,
  type Node,
  type Pointer,
  readContract,
} from './contract.js';
import { contentOf, operationsOf } from './operations.js';
import { errorsAt, explained } from './validation.js';

const contract = readContract();
const operations = operationsOf(contract);

interface Example {
  readonly location: string;
  readonly schema: Pointer;
  readonly value: Json;
}

/** The examples of a media type, a parameter or a header: named ones and the single one. */
function examplesBeside(pointer: Pointer): Example[] {
  const holder = follow(contract, pointer);
  if (!holder) return [];
  const schema = [...holder.pointer, 'schema'];
  const single = holder.value.example;
  const unnamed =
    single === undefined ? [] : [{ location: pointerOf([...holder.pointer, 'example']), schema, value: single }];
  const named = entriesOf(holder.value.examples).map(([name]) => {
    const location = [...holder.pointer, 'examples', name];
    return { location: pointerOf(location), schema, value: follow(contract, location)?.value.value ?? null };
  });
  return [...unnamed, ...named];
}

/** All parts of the contract that have a schema, and so may have examples beside it. */
function holdersIn(value: Json | undefined, pointer: Pointer): Pointer[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => holdersIn(item, [...pointer, String(index)]));
  if (!isObject(value)) return [];
  const deeper = Object.entries(value).filter(([key]) => key !== 'schema' && key !== 'schemas' && key !== 'examples');
  return [
    ...('schema' in value ? [pointer] : []),
    ...deeper.flatMap(([key, item]) => holdersIn(item, [...pointer, key])),
  ];
}

const maps = ['properties', 'patternProperties', 'dependentSchemas', '$defs'];

/** The examples and the default of a schema, at any depth. */
function examplesInside(value: Json | undefined, pointer: Pointer): Example[] {
  if (!isObject(value)) return [];
  const own = [
    ...listOf(value.examples).map((example, index) => ({ key: `examples/${index}`, example })),
    ...(value.default === undefined ? [] : [{ key: 'default', example: value.default }]),
  ].map(({ key, example }) => ({ location: `${pointerOf(pointer)}/${key}`, schema: pointer, value: example }));
  const deeper = Object.entries(value).flatMap(([key, item]) => {
    if (maps.includes(key))
      return entriesOf(item).flatMap(([name, schema]) => examplesInside(schema, [...pointer, key, name]));
    if (Array.isArray(item))
      return item.flatMap((each, index) => examplesInside(each, [...pointer, key, String(index)]));
    return key === 'default' || key === 'const' ? [] : examplesInside(item, [...pointer, key]);
  });
  return [...own, ...deeper];
}

const holders = ['paths', 'webhooks', 'components'].flatMap((key) => holdersIn(contract[key], [key]));
const schemas = [
  ...entriesOf(get(contract, ['components', 'schemas'])).map(([name]) => ['components', 'schemas', name]),
  ...holders.map((pointer) => [...pointer, 'schema']),
];
const examples = [
  ...holders.flatMap(examplesBeside),
  ...schemas.flatMap((pointer) => examplesInside(get(contract, pointer), pointer)),
];

describe(`all ${examples.length} examples and defaults are valid`, () => {
  it.each(examples)('$location', ({ schema, value }) => {
    expect(explained(errorsAt(contract, schema, value))).toBe('');
  });
});

function examplesOf(holder: Node | undefined): Example[] {
  return [...contentOf(contract, holder).values()].flatMap(({ pointer }) => examplesBeside(pointer));
}

describe(`all ${operations.length} operations have examples of requests and responses`, () => {
  const withBody = operations.filter(({ value }) => value.requestBody);
  const answers = operations.flatMap(({ name, pointer, value }) =>
    Object.keys(isObject(value.responses) ? value.responses : {})
      .filter((status) => status.startsWith('2'))
      .map((status) => ({ name, status, answer: follow(contract, [...pointer, 'responses', status]) }))
      .filter(({ answer }) => answer?.value.content),
  );

  it.each(withBody)('$name has an example of its request', ({ pointer }) => {
    expect(examplesOf(follow(contract, [...pointer, 'requestBody'])).length).toBeGreaterThan(0);
  });

  it.each(answers)('$name has an example of its response with status $status', ({ answer }) => {
    expect(examplesOf(answer).length).toBeGreaterThan(0);
  });
});

it('an upload accepts the media type of its upload URL', () => {
  const [ticket] = examplesOf(follow(contract, ['paths', '/v2/parse/upload-url', 'post', 'responses', '200']));
  const expected = get(ticket?.value ?? null, ['data', 'headers', 'Content-Type']);
  const upload = follow(contract, ['paths', '/v2/parse/upload/{id}', 'put', 'requestBody']);
  const accepted = [...contentOf(contract, upload).keys()];
  expect(accepted.some((type) => type === '*/*' || type === expected)).toBe(true);
});
