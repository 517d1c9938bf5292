import { resolveSchema } from '../../../openapi/walk.mjs';
import { labelled, made } from '../../site/client/elements.js';
import { messageOf } from '../../site/client/message-of.js';
import type { Contract, Json, Schema } from '../openapi.js';
import { bounds, literal, type SchemaOrReference } from '../types.js';
import { type FieldKind, fits, kindOf, type ObjectField, optionOf, type UnionOption } from './field-kind.js';

/** A field of a form. */
export interface FormField {
  readonly element: HTMLElement;
  /** What is filled in, or undefined if the field is left out. What cannot be read is added to the faults. */
  read(faults: Fault[]): Json | undefined;
}

/** What is wrong with a value: where, by names and indices with dots, and in a sentence. */
export interface Fault {
  readonly path: string;
  readonly text: string;
}

export interface FieldOptions {
  readonly contract: Contract;
  readonly schema: SchemaOrReference;
  /** What its label says. */
  readonly name: string;
  readonly path: string;
  readonly value?: Json | undefined;
  readonly isRequired: boolean;
}

/** The field for a value by the schema of the contract. */
export function schemaField(options: FieldOptions): FormField {
  const { contract, schema, value } = options;
  const { const: constant } = resolveSchema(contract, schema) as Schema;
  // There is nothing to choose.
  if (constant !== undefined && constant === value) return { element: made('div', '', 'constant'), read: () => value };
  const kind = kindOf(contract, schema);
  const shown = value === undefined || fits(kind, value) ? kind : ({ kind: 'json' } as const);
  const field = fieldOf(shown, options);
  field.element.dataset.path = options.path;
  return field;
}

function fieldOf(kind: FieldKind, options: FieldOptions): FormField {
  switch (kind.kind) {
    case 'object':
      return objectField(kind.fields, options);
    case 'union':
      return unionField(kind.options, options);
    case 'list':
      return listField(kind.item, options);
    case 'choices':
      return choicesField(kind.values, options);
    case 'boolean':
      return selectField([true, false], options);
    case 'choice':
      return kind.isOpen ? openChoiceField(kind.values, options) : selectField(kind.values, options);
    case 'lines':
      return linesField(options);
    case 'json':
      return jsonField(options);
    default:
      return inputField(kind.kind, options);
  }
}

function inputField(kind: 'text' | 'number', options: FieldOptions): FormField {
  const input = made('input');
  if (kind === 'number') input.inputMode = 'numeric';
  return textual(input, options, (text) => {
    const number = Number(text);
    return kind === 'number' && !Number.isNaN(number) ? number : text;
  });
}

/** A text field with the values that are known. */
function openChoiceField(values: readonly Json[], options: FieldOptions): FormField {
  const field = inputField('text', options);
  const list = made('datalist');
  list.id = `values-${options.path}`;
  list.append(
    ...values.map((value) => {
      const option = made('option');
      option.value = String(value);
      return option;
    }),
  );
  field.element.querySelector('input')?.setAttribute('list', list.id);
  field.element.append(list);
  return field;
}

function linesField(options: FieldOptions): FormField {
  const { value } = options;
  const lines = Array.isArray(value) ? value.map(String) : [];
  const text = made('textarea');
  text.rows = Math.max(2, lines.length);
  return textual(text, { ...options, value: lines.length > 0 ? lines.join('\n') : undefined }, (content) =>
    content.split('\n').filter(Boolean),
  );
}

function jsonField(options: FieldOptions): FormField {
  const { value, path } = options;
  const text = made('textarea');
  text.spellcheck = false;
  const json = value === undefined ? undefined : JSON.stringify(value, null, 2);
  text.rows = Math.min(16, (json ?? '').split('\n').length + 1);
  return textual(text, { ...options, value: json }, (content, faults) => {
    try {
      return JSON.parse(content) as Json;
    } catch (error) {
      faults.push({ path, text: `it is not JSON. ${messageOf(error)}` });
      return undefined;
    }
  });
}

/** A field that is left out when it is empty. */
function textual(
  input: HTMLInputElement | HTMLTextAreaElement,
  { contract, schema, name, value, isRequired }: FieldOptions,
  parse: (text: string, faults: Fault[]) => Json | undefined,
): FormField {
  const { default: preset } = resolveSchema(contract, schema) as Schema;
  input.value = value === undefined ? '' : String(value);
  if (preset !== undefined) input.placeholder = literal(preset);
  const { label } = labelled(nameOf(name, isRequired), input, hintOf(contract, schema));
  return {
    element: label,
    read(faults) {
      const text = input.value.trim();
      return text === '' ? undefined : parse(text, faults);
    },
  };
}

function selectField(values: readonly Json[], options: FieldOptions): FormField {
  const { contract, schema, name, value, isRequired } = options;
  const { default: preset } = resolveSchema(contract, schema) as Schema;
  const select = made('select');
  const none = preset === undefined ? 'not given' : `${literal(preset)}, as it is by default`;
  select.append(...[none, ...values.map(literal)].map((text) => made('option', text)));
  select.selectedIndex = value === undefined ? 0 : values.indexOf(value) + 1;
  const { label } = labelled(nameOf(name, isRequired), select, hintOf(contract, schema));
  return { element: label, read: () => (select.selectedIndex === 0 ? undefined : values[select.selectedIndex - 1]) };
}

function choicesField(values: readonly Json[], { contract, schema, name, value, isRequired }: FieldOptions): FormField {
  const box = group(nameOf(name, isRequired), hintOf(contract, schema));
  const inputs = values.map((each) => {
    const input = made('input');
    input.type = 'checkbox';
    input.checked = Array.isArray(value) && value.includes(each);
    const label = made('label', '', 'check');
    label.append(input, ` ${literal(each)}`);
    box.append(label);
    return input;
  });
  return {
    element: box,
    read() {
      const chosen = values.filter((_, index) => inputs[index]?.checked);
      return chosen.length > 0 || Array.isArray(value) ? [...chosen] : undefined;
    },
  };
}

/** Fields of an object: first those that are needed or given, and behind a summary all others. */
function objectField(fields: readonly ObjectField[], options: FieldOptions): FormField {
  const { contract, schema, name, path, value, isRequired } = options;
  const given = (value ?? {}) as Record<string, Json>;
  // What an object needs is asked for once there is one.
  const isWanted = isRequired || value !== undefined;
  const isFirst = (field: ObjectField) => (field.isRequired && isWanted) || given[field.name] !== undefined;
  const build = (field: ObjectField) => ({
    name: field.name,
    field: schemaField({
      contract,
      schema: field.schema,
      name: field.name,
      path: path === '' ? field.name : `${path}.${field.name}`,
      value: given[field.name],
      isRequired: field.isRequired,
    }),
  });
  const built = fields.filter(isFirst).map(build);
  const others = fields.filter((field) => !isFirst(field));
  const box = name === '' ? made('div', '', 'object') : group(nameOf(name, isRequired), hintOf(contract, schema));
  box.append(...built.map(({ field }) => field.element));
  if (others.length > 0) {
    const more = made('details');
    more.append(made('summary', `${built.length > 0 ? 'More fields' : 'Fields'}: ${others.length}`));
    // Objects within objects have no end: they are made when somebody looks.
    more.addEventListener(
      'toggle',
      () => {
        const added = others.map(build);
        built.push(...added);
        more.append(...added.map(({ field }) => field.element));
      },
      { once: true },
    );
    box.append(more);
  }
  return {
    element: box,
    read(faults) {
      const entries = built
        .map(({ name: key, field }) => [key, field.read(faults)] as const)
        .filter(([, each]) => each !== undefined);
      return entries.length > 0 || isRequired || value !== undefined ? Object.fromEntries(entries) : undefined;
    },
  };
}

/** A choice between kinds, and the fields of the kind that was chosen. */
function unionField(kinds: readonly UnionOption[], options: FieldOptions): FormField {
  const { contract, schema, name, path, value, isRequired } = options;
  const names = ['not given', ...kinds.map((each) => each.name), 'as JSON'];
  const select = made('select');
  select.append(...names.map((text) => made('option', text)));
  const isRow = /^\d+$/.test(name);
  const box = group('', isRow ? '' : hintOf(contract, schema));
  const { label } = labelled(nameOf(name, isRequired), select, '');
  const place = made('div');
  box.append(label, place);
  let field: FormField | undefined;
  const show = (given?: Json) => {
    const option = kinds[select.selectedIndex - 1];
    const common = { contract, name: '', path, value: given, isRequired: true };
    if (select.selectedIndex === names.length - 1) field = jsonField({ ...common, schema: {}, name: 'JSON' });
    else if (option && option.constant === undefined)
      field = schemaField({ ...common, schema: option.schema, value: given ?? constantsOf(contract, option.schema) });
    else field = undefined;
    place.replaceChildren(...(field ? [field.element] : []));
  };
  if (value !== undefined) {
    const option = optionOf(contract, kinds, value);
    select.selectedIndex = option ? kinds.indexOf(option) + 1 : names.length - 1;
    show(value);
  }
  select.addEventListener('change', () => show());
  return {
    element: box,
    read: (faults) => field?.read(faults) ?? kinds[select.selectedIndex - 1]?.constant,
  };
}

/** What an object of a schema has in any case: the type that says what it is. */
function constantsOf(contract: Contract, schema: SchemaOrReference): Json | undefined {
  const kind = kindOf(contract, schema);
  if (kind.kind !== 'object') return undefined;
  const constants = kind.fields
    .map((field) => [field.name, (resolveSchema(contract, field.schema) as Schema).const as Json | undefined] as const)
    .filter(([, constant]) => constant !== undefined);
  return Object.fromEntries(constants) as Json;
}

function listField(item: SchemaOrReference, options: FieldOptions): FormField {
  const { contract, schema, name, path, value, isRequired } = options;
  const box = group(nameOf(name, isRequired), hintOf(contract, schema));
  const rows: FormField[] = [];
  const list = made('div', '', 'rows');
  const addRow = (given?: Json) => {
    const row = made('div', '', 'row');
    const field = schemaField({
      contract,
      schema: item,
      name: String(rows.length + 1),
      path: `${path}.${rows.length}`,
      value: given,
      isRequired: true,
    });
    rows.push(field);
    const remove = button('Remove', () => {
      rows.splice(rows.indexOf(field), 1);
      row.remove();
      box.dispatchEvent(new Event('input', { bubbles: true }));
    });
    remove.ariaLabel = `Remove ${name} ${rows.length}`;
    row.append(field.element, remove);
    list.append(row);
  };
  for (const each of Array.isArray(value) ? value : []) addRow(each);
  box.append(
    list,
    button(`Add to ${name}`, () => addRow()),
  );
  return {
    element: box,
    read(faults) {
      const values = rows.map((row) => row.read(faults)).filter((each) => each !== undefined);
      return values.length > 0 || Array.isArray(value) ? values : undefined;
    },
  };
}

function button(text: string, act: () => void): HTMLButtonElement {
  const element = made('button', text);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
}

/** Fields that belong together, under a name. */
function group(name: string, hint: string): HTMLFieldSetElement {
  const box = made('fieldset', '', 'group');
  if (name !== '') box.append(made('legend', name));
  if (hint !== '') box.append(made('small', hint));
  return box;
}

function nameOf(name: string, isRequired: boolean): string {
  return isRequired && name !== '' && !/^\d+$/.test(name) ? `${name} (required)` : name;
}

/** The first sentence about a field, and its bounds. */
function hintOf(contract: Contract, schemaOrReference: SchemaOrReference): string {
  const schema = resolveSchema(contract, schemaOrReference) as Schema;
  const [paragraph = ''] = (schema.description ?? '').split('\n\n');
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll('\n', ' ')
    .trim();
  const sentence = /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
  return [sentence, bounds(schema)].filter(Boolean).join(' ');
}
