import { describe, expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import { FieldReader, type FieldReaderOptions } from './fields.js';
import type { Content, Field } from './model.js';
import { OBSERVED } from './notes.js';
import type { Schema } from './openapi.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` }) as unknown as Schema;

function contentOf(schemas: Record<string, Schema>, options: Partial<FieldReaderOptions> = {}): Content {
  const reader = new FieldReader(contractWith({ schemas }), {
    linked: new Set(),
    isNested: true,
    links: new Map(),
    marks: new Map(),
    id: (path) => path,
    ...options,
  });
  return reader.sectionContent(ref('Thing'), 'body');
}

/** The ids of all fields, in order. */
function ids({ fields, choices }: Content): string[] {
  return [
    ...fields.flatMap((field) => [field.id, ...ids(field.content)]),
    ...choices.flatMap((choice) => ids(choice.content)),
  ];
}

function field(content: Content, name: string): Field {
  const found = content.fields.find((each) => each.name === name);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
}

describe('nested fields', () => {
  it('stand in their place, through lists and references, with those that are required first', () => {
    const content = contentOf({
      Thing: { properties: { a: { type: 'array', items: ref('Part') }, b: { type: 'string' } }, required: ['b'] },
      Part: { properties: { deep: { properties: { c: {} } } } },
    });
    expect(ids(content)).toEqual(['b', 'a', 'a.deep', 'a.deep.c']);
    expect(field(content, 'a').type).toBe('array of object');
    expect(field(field(content, 'a').content, 'deep').content.fields[0]?.place).toBe('a.deep.c');
  });

  it('stand before what servers were seen to do, and that before what may go away', () => {
    const content = contentOf({
      Thing: {
        'x-evidence': 'documented',
        properties: {
          gone: { deprecated: true },
          seen: { 'x-evidence': 'observed' },
          named: ref('Seen'),
          placed: { ...ref('Seen'), 'x-evidence': 'observed' },
          told: {},
        },
      },
      // How its values look was observed, not each field that has one.
      Seen: { type: 'string', 'x-evidence': 'observed' },
    });
    expect(ids(content)).toEqual(['named', 'told', 'seen', 'placed', 'gone']);
    expect(field(content, 'named').badges).toEqual([]);
    expect(field(content, 'placed').badges).toEqual([OBSERVED]);
  });

  it('are those of all parts of an object; the first that defines a field says what it is, all say what is refused', () => {
    const content = contentOf({
      Thing: { allOf: [ref('Rules'), ref('Base')], properties: { own: {} } },
      Rules: { properties: { formats: { description: 'Strict.', 'x-refusal': 'No.' } } },
      Base: {
        properties: { formats: { description: 'Loose.', default: 1, 'x-refusal': 'Not so.' }, size: {} },
        required: ['size'],
      },
    });
    expect(ids(content)).toEqual(['size', 'own', 'formats']);
    expect(field(content, 'formats')).toMatchObject({ text: 'Strict.', preset: 1, refusals: ['No.', 'Not so.'] });
  });

  it('of one schema are shown once in a section, also when it contains itself', () => {
    const content = contentOf({
      Thing: { properties: { one: ref('Part'), two: ref('Part') } },
      Part: { properties: { inner: ref('Part') } },
    });
    expect(ids(content)).toEqual(['one', 'one.inner', 'two']);
    expect(field(content, 'two').content.shownAt).toBe('one');
    expect(field(field(content, 'one').content, 'inner').content.shownAt).toBe('one');
  });

  it('are left to the place of the schema where everything is on one page', () => {
    const content = contentOf(
      {
        Thing: { properties: { part: ref('Part') }, allOf: [ref('Base')] },
        Part: { properties: { a: {} } },
        Base: { properties: { b: {} } },
      },
      { isNested: false, linked: new Set(['Thing', 'Part', 'Base']), id: (path) => `/thing/${path}` },
    );
    expect(ids(content)).toEqual(['/thing/part']);
    expect(field(content, 'part').type).toBe('[Part](#/schema/Part)');
    expect(content.plain).toEqual(['the fields of [Base](#/schema/Base)']);
  });
});

describe('a choice', () => {
  const Click: Schema = { description: 'Click it.', properties: { type: { const: 'click' }, selector: {} } };
  const Wait: Schema = { properties: { type: { const: 'wait' } } };

  it('is named by the constant of its type, which is not shown again, and counts its other forms apart', () => {
    const { fields, choices, discriminator, plain } = contentOf({
      Thing: {
        anyOf: [{ enum: ['click', 'wait'] }, { oneOf: [ref('Click'), ref('Wait')] }] as unknown as Schema[],
      } as Schema,
      Click,
      Wait,
    });
    expect(fields).toEqual([]);
    expect(choices.map(({ name, text }) => [name, text])).toEqual([
      ['click', 'Click it.'],
      ['wait', ''],
    ]);
    expect(choices[0]?.content.fields.map(({ id }) => id)).toEqual(['click.selector']);
    expect(discriminator).toBe('type');
    expect(plain).toEqual(['`click`, `wait`']);
  });

  it('of one object and null has the fields of the object', () => {
    const content = contentOf({
      Thing: { properties: { click: { anyOf: [ref('Click'), { type: 'null' }] as unknown as Schema[] } as Schema } },
      Click,
    });
    const { type, content: inner } = field(content, 'click');
    expect(type).toBe('object or null');
    expect(inner.fields.map(({ id }) => id)).toEqual(['click.type', 'click.selector']);
    expect(inner.plain).toEqual([]);
  });
});

it('says the formats of the contract in words', () => {
  const url = field(contentOf({ Thing: { properties: { url: { type: 'string', format: 'page-url' } } } }), 'url');
  expect(url.type).toBe('string (URL)');
});

it('gives two choices of one name different ids', () => {
  const schemas = {
    Thing: { oneOf: [ref('One'), ref('Two')] as unknown as Schema[] } as Schema,
    One: { properties: { type: { const: 'wait' }, a: {} } },
    Two: { properties: { type: { const: 'wait' }, a: {} } },
  };
  expect(ids(contentOf(schemas))).toEqual(['wait.a', 'wait-2.a']);
});
