import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Trawl } from '@trawl/sdk';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMcpServer } from './server.js';

interface Schema {
  readonly type?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly additionalProperties?: unknown;
}

interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Schema;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

/** The schema and all schemas in it. */
const schemasIn = (schema: Schema): readonly Schema[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(schemasIn),
  ...(schema.items ? schemasIn(schema.items) : []),
];

const fieldsOf = ({ inputSchema }: ListedTool): readonly string[] => Object.keys(inputSchema.properties ?? {});

/** Holds for the schema of a tool and for all schemas in it. */
const everySchema =
  (holds: (schema: Schema) => boolean) =>
  ({ inputSchema }: ListedTool): boolean =>
    schemasIn(inputSchema).every(holds);

/** What clients and the model APIs behind them document, or answer with an error that users report. */
const RULES: Readonly<Record<string, (tool: ListedTool) => boolean>> = {
  'MCP: a name has 1 to 128 letters, digits, _, - and .': ({ name }) => /^[\w.-]{1,128}$/.test(name),
  'MCP: the input is an object': ({ inputSchema }) => inputSchema.type === 'object',

  // Claude Code calls them mcp__<server>__<tool>.
  'Claude: a name with its prefix has at most 64 letters, digits, _ and -': ({ name }) =>
    /^[\w-]{1,64}$/.test(`mcp__trawl__${name}`),
  'Claude: the name of a field has at most 64 letters, digits, _, - and .': (tool) =>
    fieldsOf(tool).every((field) => /^[\w.-]{1,64}$/.test(field)),
  'Claude: no anyOf, oneOf and allOf at the top': ({ inputSchema }) =>
    ['anyOf', 'oneOf', 'allOf'].every((keyword) => !(keyword in inputSchema)),
  'Claude, strict tools: no bounds of numbers, lengths and lists': everySchema((schema) =>
    ['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'minLength', 'maxLength', 'maxItems'].every(
      (keyword) => !(keyword in schema),
    ),
  ),
  'Claude Code: a description after 2 kB is cut': ({ description = '' }) => Buffer.byteLength(description) <= 2048,
  'Claude, connectors: a title, and whether it only reads or may destroy': ({ annotations }) =>
    typeof annotations?.title === 'string' &&
    typeof annotations.readOnlyHint === 'boolean' &&
    typeof annotations.destructiveHint === 'boolean',

  'OpenAI: a name has at most 64 letters, digits, _ and -': ({ name }) => /^[\w-]{1,64}$/.test(name),
  'OpenAI: a description has at most 1,024 characters': ({ description = '' }) => description.length <= 1024,
  'OpenAI, Claude, strict tools: an object takes no other fields': ({ inputSchema }) =>
    inputSchema.additionalProperties === false,
  'OpenAI: an object has properties': ({ inputSchema }) => inputSchema.properties !== undefined,

  'Gemini: a name begins with a letter or _, and has at most 63 characters': ({ name }) =>
    /^[a-z_][\w.-]{0,62}$/i.test(name),
  'Gemini: the name of a field has letters, digits and _, and begins with no digit': (tool) =>
    fieldsOf(tool).every((field) => /^[a-z_]\w{0,63}$/i.test(field)),
  'Gemini: an object has at least one property': ({ inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).length > 0,
  // Its clients send the schemas of tools as JSON Schema, which takes more than its subset of OpenAPI did.
  'Gemini: only plain keywords: no $ref, const, default': everySchema((schema) =>
    Object.keys(schema).every((keyword) =>
      ['type', 'description', 'properties', 'required', 'items', 'enum', 'additionalProperties'].includes(keyword),
    ),
  ),
  'Gemini: every schema has one type, and no list of types': everySchema(({ type }) => typeof type === 'string'),
  'Gemini: enum has texts only, and none is empty': everySchema(
    (schema) => schema.enum?.every((value) => typeof value === 'string' && value !== '') ?? true,
  ),
  'Gemini: what is required is among the properties': (tool) =>
    (tool.inputSchema.required ?? []).every((field) => fieldsOf(tool).includes(field)),

  'VS Code, OpenAI, Gemini: a list says what its items are': everySchema(
    ({ type, items }) => type !== 'array' || items?.type !== undefined,
  ),
  'Cursor: the names of server and tool have at most 60 characters': ({ name }) => `trawl:${name}`.length <= 60,
  // Draft 4 forbids an empty list of required fields, and some clients still have a validator for it.
  'Validators of draft 4: required is not empty': ({ inputSchema }) => inputSchema.required?.length !== 0,
  'Validators in strict mode: no keyword and no format that they do not know': ({ inputSchema }) => {
    new Ajv({ strict: true }).compile(inputSchema);
    return true;
  },
};

let listed: readonly ListedTool[];

beforeAll(async () => {
  const [forClient, forServer] = InMemoryTransport.createLinkedPair();
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
  const server = createMcpServer(trawl, { tools: 'all', filesFolder: '.' });
  await server.connect(forServer);
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  await client.connect(forClient);
  listed = (await client.listTools()).tools as readonly ListedTool[];
  await client.close();
});

describe('every tool keeps the rules of strict clients', () => {
  it.each(Object.entries(RULES))('%s', (_, isKept) => {
    expect(listed.filter((tool) => !isKept(tool)).map(({ name }) => name)).toEqual([]);
  });
});
