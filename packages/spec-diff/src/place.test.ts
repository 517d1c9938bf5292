import { expect, it } from 'vitest';
import { placeName } from './place.js';
import { plainText } from './text.js';

const place = (path: string, isNode = false, ancestors: Record<string, string>[] = []) =>
  plainText(placeName({ written: path.split('/'), ancestors }, isNode));

it.each([
  ['components/schemas/Page/properties/sources/items/properties/type/enum', '`Page.sources[].type`'],
  ['components/schemas/Page/additionalProperties/maxLength', '`Page.*`'],
  ['components/schemas/Page/allOf/1/required', '`Page`'],
  ['components/responses/Gone/content/json/schema/properties/code/type', '`Gone` `code`'],
  ['paths/x/post/requestBody/content/json/schema/properties/a/type', 'request `a`'],
  ['paths/x/post/requestBody/content/json/schema/type', 'request'],
  ['paths/x/post/responses/200/content/json/schema/items/type', 'response 200 `[]`'],
  ['paths/x/post/summary', ''],
  ['info/title', '`info`'],
])('%s is %s', (path, name) => {
  expect(place(path)).toBe(name);
});

it('is what a part was part of, when it came or went', () => {
  expect(place('components/schemas/Page/properties/size', true)).toBe('`Page`');
  expect(place('components/schemas/Page/dependentSchemas', true)).toBe('`Page`');
  expect(place('paths/x/post/responses/404', true)).toBe('');
});

it('calls an alternative by its title, its mark or its type', () => {
  const root = {
    components: {
      schemas: {
        Page: {
          oneOf: [
            { title: 'Web', properties: { a: {} } },
            { properties: { kind: { const: 'b' }, a: {} } },
            { type: 'object', properties: { a: {} } },
          ],
        },
      },
    },
  };
  const names = ['0', '1', '2'].map((index) =>
    plainText(
      placeName(
        { written: ['components', 'schemas', 'Page', 'oneOf', index, 'properties', 'a', 'type'], ancestors: [], root },
        false,
      ),
    ),
  );
  expect(names).toEqual(['`Page(Web).a`', '`Page(kind: b).a`', '`Page(object).a`']);
});

it('names a parameter', () => {
  const ancestors = [{ type: 'string' }, { in: 'query', name: 'limit' }];
  expect(place('paths/x/post/parameters/0/schema/maximum', false, ancestors)).toBe('query parameter `limit`');
});
