import { describe, expect, it } from 'vitest';
import { Lines } from './lines.js';

const YAML = `openapi: 3.1.0
# A comment.
paths:
  /things/{id}:
    get:
      description: |
        responses:
        paths:
      parameters:
      - name: id
        in: path
      - { name: size, in: query }
      responses:
        '200': { description: Done. }
        default:
          description: Failed.
components:
  schemas:
    "a: b": { type: object, properties: { a: { type: string } } }
    Thing:
      type: [string,
        integer]
      enum:
        - a
        - b
`;

describe('the line of a place of YAML', () => {
  it.each([
    ['openapi', 1],
    ['paths', 3],
    ['paths|/things/{id}|get|parameters', 9],
    ['paths|/things/{id}|get|parameters|0|in', 11],
    ['paths|/things/{id}|get|parameters|1|in', 12],
    ['paths|/things/{id}|get|responses', 13],
    ['paths|/things/{id}|get|responses|200|description', 14],
    ['paths|/things/{id}|get|responses|default|description', 16],
    ['paths|/things/{id}|get|responses|404', 13],
    ['components|schemas|a: b|properties|a', 19],
    ['components|schemas|Thing|type|1', 22],
    ['components|schemas|Thing|enum|1', 25],
    ['components|schemas|Gone', 18],
    ['gone', 1],
  ])('%s is %i', (path, line) => {
    expect(new Lines(YAML).of(path.split('|'))).toBe(line);
  });
});

it('shows what stands at a place, and of much the beginning', () => {
  const lines = new Lines(YAML);
  expect(lines.excerpt(['paths', '/things/{id}', 'get', 'parameters', '0'])).toBe('- name: id\n  in: path');
  expect(lines.excerpt(['components', 'schemas', 'Thing', 'enum'])).toBe('enum:\n  - a\n  - b');
  expect(lines.excerpt(['paths']).split('\n')).toHaveLength(13);
});

describe('the line of a place of JSON', () => {
  const value = { paths: { '/a"b': { get: { tags: ['x', 'y'], responses: { 200: { description: 'Done.' } } } } } };
  it.each([
    ['paths|/a"b|get', 4],
    ['paths|/a"b|get|tags|1', 7],
    ['paths|/a"b|get|responses|200|description', 11],
  ])('%s is %i', (path, line) => {
    expect(new Lines(JSON.stringify(value, null, 2)).of(path.split('|'))).toBe(line);
  });

  it.each([
    ['list|0|name', 4],
    ['list|1|items|1|name', 10],
    ['list|2|name', 14],
    ['list|3', 15],
  ])('%s of a list of JSON is %i', (path, line) => {
    const list = [{ name: 'a' }, { items: ['b', { name: 'c' }] }];
    const text = JSON.stringify({ list }, null, 2).replace(/\n {2}\]\n\}$/, ',\n    { "name": "d" },\n    "e"\n  ]\n}');
    expect(new Lines(text).of(path.split('|'))).toBe(line);
  });

  it('is the first where all is written in one line', () => {
    expect(new Lines(JSON.stringify(value)).of(['paths', '/a"b', 'get'])).toBe(1);
  });
});
