import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { type Operation, operations, resolved, type Schema } from '../../src/contract/contract.js';
import { mutate, mutation } from './json-mutation.js';
import { fileBytes, fileRecipe } from './page-recipe.js';
import { arbitraryFrom } from './schema-arbitrary.js';

export interface RequestBody {
  /** Describes the body in a line, however long it is. */
  readonly name: string;
  /** The `Content-Type` that fits. */
  readonly type: string;
  bytes(): Buffer;
}

const MAX_SHOWN = 300;

/** A text, cut to what fits a message. */
export const abbreviate = (text: string): string =>
  text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)`;

export function jsonBody(value: unknown): RequestBody {
  const text = JSON.stringify(value);
  return { name: abbreviate(text), type: 'application/json', bytes: () => Buffer.from(text) };
}

/** Bodies that the contract allows; undefined for an operation without one. */
export function validBody({ body }: Operation): fc.Arbitrary<RequestBody | undefined> {
  if (!body) return fc.constant(undefined);
  const json = body['application/json'];
  if (json === undefined) return file;
  const valid = arbitraryFrom(json).map(jsonBody);
  return body['multipart/form-data'] === undefined ? valid : fc.oneof(validForm, valid);
}

/** Bodies with a mutation in them, in an odd encoding, or truncated. */
export function invalidBody({ body }: Operation): fc.Arbitrary<RequestBody | undefined> {
  if (!body) return fc.constant(undefined);
  const json = body['application/json'];
  if (json === undefined) return file;
  return fc.oneof(
    { arbitrary: mutatedJson(json), weight: 8 },
    { arbitrary: oddlyEncodedJson(json), weight: 1 },
    { arbitrary: invalidForm, weight: body['multipart/form-data'] === undefined ? 0 : 2 },
  );
}

function mutatedJson(schema: Schema): fc.Arbitrary<RequestBody> {
  return fc.tuple(arbitraryFrom(schema), mutation).map(([value, change]) => ({
    name: `${abbreviate(JSON.stringify(value))}, ${change.kind} ${change.position}: "${change.key}" ${change.json.name}`,
    type: 'application/json',
    bytes: () => Buffer.from(mutate(value, change)),
  }));
}

const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'in UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'after a byte order mark': (text) => Buffer.from(`\ufeff${text}`),
  'before invalid UTF-8': (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0])]),
  'with invalid UTF-8 in a string': (text) => Buffer.from(text.replace('"', '"\u0080'), 'latin1'),
  'without its last byte': (text) => Buffer.from(text.slice(0, -1)),
  'twice in a row': (text) => Buffer.from(`${text}${text}`),
  'in gzip': (text) => gzipSync(text),
  'in a JSON string': (text) => Buffer.from(JSON.stringify(text)),
  'after a megabyte of spaces': (text) => Buffer.from(text.padStart(1_000_000)),
  'replaced by spaces': () => Buffer.from(' \n'),
  'replaced by nothing': () => Buffer.alloc(0),
};

function oddlyEncodedJson(schema: Schema): fc.Arbitrary<RequestBody> {
  const encoding = fc.constantFrom(...Object.entries(encodings));
  return fc.tuple(arbitraryFrom(schema), encoding).map(([value, [name, encode]]) => {
    const text = JSON.stringify(value);
    return { name: `${abbreviate(text)} ${name}`, type: 'application/json', bytes: () => encode(text) };
  });
}

const file: fc.Arbitrary<RequestBody> = fileRecipe.map((recipe) => ({
  name: `${recipe.file} with ${recipe.edits.length} edits`,
  type: 'application/octet-stream',
  bytes: () => fileBytes(recipe),
}));

const BOUNDARY = 'boundary';
const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Part {
  readonly field: string;
  /** What follows the name of the field in the head of the part. */
  readonly head: string;
  content(): Buffer;
}

function formBytes(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const bytes = parts.flatMap(({ field, head, content }) => [
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${head}\r\n\r\n`),
    content(),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...bytes, Buffer.from(end)]);
}

const parseFile = operations().find(({ id }) => id === 'parseFile')?.body?.['multipart/form-data'];
const parseOptions = arbitraryFrom((typeof parseFile === 'object' && resolved(parseFile).properties?.options) || true);

const validForm: fc.Arbitrary<RequestBody> = fc.record({ recipe: fileRecipe, options: parseOptions }).map((form) => ({
  name: `a form with ${form.recipe.file} and ${abbreviate(JSON.stringify(form.options))}`,
  type: FORM_TYPE,
  bytes: () =>
    formBytes([
      { field: 'file', head: `; filename="${form.recipe.file}"`, content: () => fileBytes(form.recipe) },
      { field: 'options', head: '', content: () => Buffer.from(JSON.stringify(form.options)) },
    ]),
}));

const heads = [
  '',
  '; filename=""',
  '; filename="a.pdf"',
  '; filename="b.docx"',
  '; filename="../../a.html"',
  '; filename="\u0000.pdf"',
  "; filename*=UTF-8''%",
  '; filename="a.csv\r\nx: y"',
  '; filename="a.html"\r\ncontent-type: text/html; charset=utf-16',
];

const part: fc.Arbitrary<Part> = fc.record({
  field: fc.constantFrom('file', 'options', 'other', '', '__proto__'),
  head: fc.constantFrom(...heads),
  content: fc.oneof(
    fileRecipe.map((recipe) => () => fileBytes(recipe)),
    fc.tuple(parseOptions, mutation).map(
      ([options, change]) =>
        () =>
          Buffer.from(mutate(options, change)),
    ),
  ),
});

const invalidForm: fc.Arbitrary<RequestBody> = fc
  .record({
    parts: fc.array(part, { maxLength: 4 }),
    end: fc.constantFrom(`--${BOUNDARY}--\r\n`, `--${BOUNDARY}`, '', '--', `--${BOUNDARY}--`.repeat(3)),
  })
  .map(({ parts, end }) => ({
    name: `a form of ${JSON.stringify(parts.map(({ field, head }) => field + head))} that ends with ${JSON.stringify(end)}`,
    type: FORM_TYPE,
    bytes: () => formBytes(parts, end),
  }));
