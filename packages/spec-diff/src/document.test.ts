import { describe, expect, it } from 'vitest';
import { parseSpec } from './document.js';

const parse = (text: string) => parseSpec(text, 'v2.yaml');

const SPEC = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      responses:
        '200':
          description: Done.
`;

/** Forty anchors, each of which stands for the one before twice. */
const DOUBLINGS = Array.from({ length: 40 }, (_, index) =>
  index === 0 ? 'x-0: &a0 [1]' : `x-${index}: &a${index} [*a${index - 1}, *a${index - 1}]`,
).join('\n');

describe('what cannot be compared is refused with the place and the reason:', () => {
  it.each([
    ['nothing', '', /^v2.yaml: this is not an OpenAPI document/],
    ['prose', 'Hello, world.', /^v2.yaml: this is not an OpenAPI document/],
    ['a list', '[1, 2]', /^v2.yaml: this is not an OpenAPI document/],
    ['broken YAML', 'openapi: 3.1.0\npaths: {', /^v2.yaml:2:9: this is not YAML: /],
    ['a key that is there twice', 'openapi: 3.1.0\nopenapi: 3.1.0\npaths: {}', /^v2.yaml:2:1: this is not YAML: /],
    ['an alias without an anchor', 'openapi: 3.1.0\npaths: *none', /^v2.yaml.*: this is not YAML: /],
    [
      'an alias within what it stands for',
      'openapi: 3.1.0\npaths: &all\n  x-all: *all',
      /^v2.yaml: its aliases refer to themselves/,
    ],
    [
      'aliases that would fill the memory',
      `openapi: 3.1.0\npaths: {}\n${DOUBLINGS}`,
      /or stand for more than 5000000 values\.$/,
    ],
    ['an older OpenAPI', 'swagger: 2.0\npaths: {}', /^v2.yaml: this is Swagger.*convert it to OpenAPI 3.0 or later\.$/],
    ['a newer OpenAPI', 'openapi: 4.0.0\npaths: {}', /it needs `openapi: 3.0.x`, `3.1.x` or `3.2.x`, and `paths`\.$/],
    ['JSON of another kind', '{"name": "trawl"}', /^v2.yaml: this is not an OpenAPI document/],
    [
      'an operation that is none',
      SPEC.replace('get:\n', 'get: yes\n    post:\n'),
      'v2.yaml:5: #/paths/~1things/get has to be an object.',
    ],
    ['paths that are a list', 'openapi: 3.1.0\npaths: []', /^v2.yaml: this is not an OpenAPI document/],
    [
      'a schema that is a text',
      `${SPEC}components:\n  schemas:\n    Page: string\n`,
      'v2.yaml:11: #/components/schemas/Page has to be a schema: an object or a boolean.',
    ],
    [
      'alternatives that are no list',
      `${SPEC}components:\n  schemas:\n    Page:\n      oneOf: {}\n`,
      'v2.yaml:12: #/components/schemas/Page/oneOf has to be a list.',
    ],
    [
      'a reference that leads nowhere',
      `${SPEC}components:\n  schemas:\n    Page:\n      $ref: '#/components/schemas/Gone'\n`,
      'v2.yaml:12: the reference #/components/schemas/Gone leads nowhere.',
    ],
    [
      'a reference to all fields that leads back to itself',
      `${SPEC}components:\n  schemas:\n    Page:\n      properties: { $ref: '#/components/schemas/Page/properties' }\n`,
      /properties: the reference #\/components\/schemas\/Page\/properties leads back to where it stands\.$/,
    ],
    ['several documents', `${SPEC}---\nopenapi: 3.1.0\n`, /^v2.yaml:9: this file has several YAML documents/],
    [
      'what is nested deeper than can be read',
      `{"openapi":"3.1.0","paths":{},"x":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      /^v2.yaml: it is nested too deeply/,
    ],
    [
      'a merge conflict',
      `${SPEC}<<<<<<< HEAD\nx: 1\n=======\nx: 2\n>>>>>>> other\n`,
      /^v2.yaml:9: this file has the marks of a merge conflict/,
    ],
    [
      'a pointer of Git LFS',
      'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n',
      /^v2.yaml: this is a pointer of Git LFS/,
    ],
    [
      'a reference to another file',
      `${SPEC}components:\n  schemas:\n    Page:\n      $ref: page.yaml\n`,
      'v2.yaml:12: the reference page.yaml leads to another file, and this text has no place from which that could be found.',
    ],
  ])('%s', (_name, text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow(expect.objectContaining({ name: 'SpecProblem' }));
  });
});

describe('what YAML 1.1 merges is merged', () => {
  const merged = (text: string) =>
    parse(`${SPEC}x-one: &one { a: 1, b: 2 }\nx-two: &two { b: 3 }\nx: ${text}\n`).root.x;

  it.each([
    ['one', '{ <<: *one }', { a: 1, b: 2 }],
    ['several, of which the first comes first', '{ <<: [*two, *one] }', { a: 1, b: 3 }],
    ['what a merged object merges', '{ <<: { <<: *one, b: 4 } }', { a: 1, b: 4 }],
    ['before a key that replaces it', '{ <<: *one, a: 9 }', { a: 9, b: 2 }],
    ['after a key that replaces it', '{ a: 9, <<: *one }', { a: 9, b: 2 }],
    ['but not under a quoted key', '{ "<<": 1 }', { '<<': 1 }],
  ])('%s', (_name, text, value) => {
    expect(merged(text)).toEqual(value);
  });

  it('and no key of JSON', () => {
    expect(parseSpec('{"openapi": "3.1.0", "paths": {}, "x": {"<<": {"a": 1}}}', 'a.json').root.x).toEqual({
      '<<': { a: 1 },
    });
  });

  it('and what is no object is refused at its line', () => {
    expect(() => merged('{ <<: 1 }')).toThrow(/^v2.yaml:11:\d+: this is not YAML: cannot merge/);
  });
});

it.each(['YAML', 'JSON'])('keeps every digit of a whole number in %s', (language) => {
  const numbers = '9007199254740993, -9223372036854775808, 18446744073709551615, 1, 0.1234567890123456789';
  const text = `{"openapi": "3.1.0", "paths": {}, "x": [${numbers}, "12345678901234567890"]}`;
  const { root } = parse(language === 'YAML' ? `# A comment.\n${text}` : text);
  expect(root.x).toEqual([
    9007199254740993n,
    -(2n ** 63n),
    2n ** 64n - 1n,
    1,
    0.12345678901234568,
    '12345678901234567890',
  ]);
});

describe('the line of a place', () => {
  it('is that of its key', () => {
    expect(parse(SPEC).locate(['paths', '/things', 'get', 'responses', '200', 'description']).line).toBe(8);
  });

  it('is that of a member of a list', () => {
    const text = `${SPEC}tags:\n  - name: One\n  - name: Two\n`;
    expect(parse(text).locate(['tags', '1']).line).toBe(11);
    expect(parse(text).locate(['tags', '1', 'name']).line).toBe(11);
  });

  it('is that of what would hold it, where there is none', () => {
    expect(parse(SPEC).locate(['paths', '/things', 'get', 'summary']).line).toBe(5);
  });

  it('is found behind an alias', () => {
    const text = `${SPEC}x-one: &one\n  deep: 1\nx-two: *one\n`;
    expect(parse(text).locate(['x-two', 'deep']).line).toBe(10);
    expect(parse(text).locate(['x-two']).line).toBe(11);
  });

  it.each([
    ['what is merged', '<<: *one', ['x-two', 'deep', 'a'], 11],
    ['what is merged from a list', '<<: [*three, *one]', ['x-two', 'deep', 'a'], 11],
    ['what replaces what is merged', '<<: *one\n  deep: 2', ['x-two', 'deep'], 15],
    ['what is only called so', '"<<": { deep: 2 }', ['x-two', '<<', 'deep'], 14],
  ])('is that of %s', (_name, merge, path, line) => {
    const text = `${SPEC}x-one: &one\n  deep:\n    a: 1\nx-three: &three { other: 1 }\nx-two:\n  ${merge}\n`;
    expect(parse(text).locate(path).line).toBe(line);
  });

  it('is that of the webhooks which OpenAPI 3.0 has as an extension', () => {
    const older = `${SPEC}x-webhooks:\n  done:\n    post:\n      responses: {}\n`.replace('3.1.0', '3.0.3');
    expect(parse(older).locate(['webhooks', 'done', 'post']).line).toBe(11);
  });

  it('is found behind a reference to all fields', () => {
    const text = `${SPEC}x-all:\n  a: { type: string }\n  b:\n    type: integer\ncomponents:\n  schemas:\n    Page:\n      properties: { $ref: '#/x-all' }\n`;
    expect(parse(text).locate(['components', 'schemas', 'Page', 'properties', 'b', 'type']).line).toBe(12);
  });

  it('is found behind an alias in a list', () => {
    const text = `${SPEC}x-one: &one\n  deep: 1\nx-two:\n  - other\n  - *one\n`;
    expect(parse(text).locate(['x-two', '1', 'deep']).line).toBe(10);
  });
});
