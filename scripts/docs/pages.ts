import { SDK_METHODS } from '../codegen/sdk-methods.js';
import { textsOf } from '../guides/headings.js';
import { anchorOfOperation, pathOfOperation, slug } from './addresses.js';
import { FieldReader } from './fields.js';
import type { Marks } from './marks.js';
import {
  type Answer,
  type Failure,
  type NamedExample,
  NO_CONTENT,
  ONLY_TEXT,
  type Page,
  type Section,
} from './model.js';
import { changeNotes, joined, notesOn } from './notes.js';
import {
  broken,
  type Contract,
  type Example,
  type Header,
  type Json,
  type MediaType,
  type Operation,
  type Reference,
  type Response,
  resolve,
  type Schema,
} from './openapi.js';
import { operations, type PlacedOperation, webhooks } from './operations.js';
import { samplesOf } from './samples/samples.js';
import { namedSchemas, sharedSchemas } from './shared-schemas.js';

/** A guide together with the operations that it is about. */
export interface LinkedGuide {
  readonly title: string;
  /** Relative to the folder of the guides. */
  readonly path: string;
  readonly operations: readonly string[];
}

export interface Sources {
  /** With its tables, and with links that lead to places. */
  readonly contract: Contract;
  /** The programs with the SDK, by the operation that each shows. */
  readonly samples: ReadonlyMap<string, string>;
  readonly guides: readonly LinkedGuide[];
  /** The links that stand at fields, by what the contract has there. */
  readonly links: ReadonlyMap<object, string>;
  readonly marks: Marks;
}

export interface Pages {
  /** In the order of reading. */
  readonly pages: readonly Page[];
  /** Where each schema without a page of its own is shown, by its name. */
  readonly homes: ReadonlyMap<string, Home>;
}

export interface Home {
  readonly page: Page;
  /** The id of the field or the section that has the schema. */
  readonly id: string;
  /** What the ids of its fields begin with. */
  readonly path: string;
}

/**
 * The pages of the reference. On each of them nested fields stand in their place; on one page of everything, every named
 * schema is shown once, and everything else links to it.
 */
export function readPages(sources: Sources, form: 'pages' | 'everything'): Pages {
  const { contract } = sources;
  const isNested = form === 'pages';
  const linked = new Set(isNested ? sharedSchemas(contract) : namedSchemas(contract));
  const homes = new Map<string, Home>();
  const order = (contract.tags ?? []).map(({ name }) => name);

  /** Builds a page with a reader of its fields. */
  const page = (anchor: string, build: (reader: FieldReader) => Page): Page => {
    const schemas = new Map<string, Omit<Home, 'page'>>();
    const reader = new FieldReader(contract, {
      linked,
      isNested,
      links: sources.links,
      marks: sources.marks,
      id: (path) => (isNested ? path : `${anchor}/${path}`),
      onSchema: (name, id, path) => schemas.set(name, schemas.get(name) ?? { id, path }),
    });
    const result = build(reader);
    for (const [name, place] of schemas) {
      if (!linked.has(name) && !homes.has(name)) homes.set(name, { page: result, ...place });
    }
    return result;
  };

  const schemaPage = (name: string) => page(`/schema/${name}`, (reader) => pageOfSchema(contract, name, reader));
  const calls = [...operations(contract)].map((entry) =>
    page(anchorOfOperation(entry.operation), (reader) => pageOfCall(sources, entry, reader)),
  );
  const events = webhooks(contract).map((operation) =>
    page(anchorOfOperation(operation), (reader) => pageOfEvent(sources, operation, reader)),
  );
  const grouped = [...calls, ...events].sort(
    (one, other) => order.indexOf(one.group ?? '') - order.indexOf(other.group ?? ''),
  );
  const shared = [...linked].map(schemaPage);
  // What only a condition names has no place elsewhere.
  const others = namedSchemas(contract).flatMap((name) => {
    if (linked.has(name) || homes.has(name)) return [];
    linked.add(name);
    return [schemaPage(name)];
  });
  const schemas = [...shared, ...others].sort((one, other) => one.title.localeCompare(other.title, 'en'));
  const pages = [...chapters(contract), ...grouped, ...schemas];
  checkPaths(pages);
  return { pages, homes };
}

function checkPaths(pages: readonly Page[]): void {
  const paths = new Set<string>();
  for (const { path, title } of pages) {
    if (paths.has(path)) throw broken(path, `two pages of the reference would have this address. Rename '${title}'.`);
    paths.add(path);
  }
}

/** The introduction of the contract: a page for each of its headings, and the start page for what stands before them. */
function chapters({ info }: Contract): Page[] {
  const [preface = '', ...parts] = (info.description ?? '').split(/^# (?=\S)/m);
  const texts = parts.map((part): Page => {
    const [title = '', ...lines] = part.split('\n');
    const text = lines.join('\n').trim();
    const path = slug(title);
    return {
      ...ONLY_TEXT,
      kind: 'chapter',
      path,
      anchor: `/section/${path}`,
      title,
      summary: firstSentence(text),
      text,
    };
  });
  const text = preface.trim();
  return [
    { ...ONLY_TEXT, kind: 'start', path: 'index', anchor: '/', title: info.title, summary: firstSentence(text), text },
    ...texts,
  ];
}

function pageOfCall({ contract, samples, guides, marks }: Sources, entry: PlacedOperation, reader: FieldReader): Page {
  const { operation, method, path, parameters, pointer } = entry;
  const { operationId } = operation;
  const sample = samples.get(operationId);
  if (sample === undefined)
    throw broken(pointer, `it has no TypeScript sample. Write openapi/samples/${operationId}.ts.`);
  const responses = responsesOf(contract, operation);
  const relatedGuides = guides.filter((guide) => guide.operations.includes(operationId));
  const links = relatedGuides.map(({ title, path: guide }) => `[${title}](guides:${guide})`).join(', ');
  const parameterFields = parameters.map((parameter) => reader.parameter(parameter));
  return {
    ...ONLY_TEXT,
    ...commonOf(operation),
    kind: 'operation',
    notes: [
      ...changeNotes(marks.get(operation)),
      ...notesOn(operation, contract),
      ...(links ? [{ name: 'Guide', text: links }] : []),
    ],
    call: { operationId, method, path, sdkMethods: sdkMethodsOf(operationId, sample) },
    sections: [
      ...(parameterFields.length === 0
        ? []
        : [section('Parameters', 'parameters', 'none', { ...NO_CONTENT, fields: parameterFields })]),
      ...bodySections(contract, operation, reader),
      ...answerSections(responses, reader),
    ],
    failures: responses.filter(({ isSuccess }) => !isSuccess).map(({ status, text }): Failure => ({ status, text })),
    samples: samplesOf(contract, entry, sample),
    bodies: bodyExamples(contract, operation),
    answers: responses.map((response) => answerOf(contract, response)),
  };
}

function pageOfEvent({ contract, marks }: Sources, operation: Operation, reader: FieldReader): Page {
  const parameters = (operation.parameters ?? []).map((parameter) => reader.parameter(resolve(contract, parameter)));
  return {
    ...ONLY_TEXT,
    ...commonOf(operation),
    kind: 'event',
    text: joined(['An event, which the service sends to your webhook.', operation.description?.trim()]),
    notes: [...changeNotes(marks.get(operation)), ...notesOn({ ...operation, security: [] }, contract)],
    sections: [
      ...(parameters.length === 0
        ? []
        : [section('Headers', 'headers', 'none', { ...NO_CONTENT, fields: parameters })]),
      ...bodySections(contract, operation, reader),
    ],
    bodies: bodyExamples(contract, operation),
  };
}

function pageOfSchema(contract: Contract, name: string, reader: FieldReader): Page {
  const reference = { $ref: `#/components/schemas/${name}` };
  const schema = resolve<Schema>(contract, reference);
  const text = schema.description?.trim() ?? '';
  return {
    ...ONLY_TEXT,
    kind: 'schema',
    path: `schemas/${name}`,
    anchor: `/schema/${name}`,
    title: name,
    summary: firstSentence(text),
    group: 'Schemas',
    text,
    sections: [section('Fields', 'fields', 'none', reader.sectionContent(reference, 'fields'))],
  };
}

function commonOf(operation: Operation) {
  const { operationId, summary = operationId, description = '', tags: [group = ''] = [] } = operation;
  return {
    path: pathOfOperation(operation),
    anchor: anchorOfOperation(operation),
    title: summary,
    summary: firstSentence(description),
    group,
    text: description.trim(),
  };
}

function section(
  title: string,
  id: string,
  shownIn: Section['shownIn'],
  content: Section['content'],
  text = '',
): Section {
  return { title, id, shownIn, content, text };
}

function bodySections(contract: Contract, { requestBody }: Operation, reader: FieldReader): Section[] {
  if (!requestBody) return [];
  const { content } = resolve(contract, requestBody);
  return Object.entries(content).map(([mediaType, { schema }], index) => {
    const text = schema ? typeNote(contract, reader, schema) : '';
    const isFirst = index === 0;
    const id = isFirst ? 'body' : `body-${index + 1}`;
    const inner = schema ? reader.sectionContent(schema, id, !isFirst) : NO_CONTENT;
    return section(`Body, \`${mediaType}\``, id, isFirst ? 'body' : 'none', inner, text);
  });
}

function answerSections(responses: readonly PlacedResponse[], reader: FieldReader): Section[] {
  const successes = responses.filter(({ isSuccess }) => isSuccess);
  return successes.map(({ status, text, content }, index) => {
    const [media] = Object.values(content);
    const id = index === 0 ? 'answer' : `answer-${status}`;
    const inner = media?.schema ? reader.sectionContent(media.schema, id, true) : NO_CONTENT;
    return section(`Answer ${status}`, id, 'answer', inner, text);
  });
}

/** What a body is, where it is no object: a file. */
function typeNote(contract: Contract, reader: FieldReader, schema: Schema | Reference): string {
  const { description = '' } = resolve<Schema>(contract, schema);
  const type = reader.typeOf(schema);
  return joined([description.trim(), type === 'object' ? undefined : `Type: ${type}.`]);
}

interface PlacedResponse {
  readonly status: string;
  readonly isSuccess: boolean;
  readonly text: string;
  readonly headers: Record<string, Header | Reference>;
  readonly content: Record<string, MediaType>;
}

function responsesOf(contract: Contract, { responses = {} }: Operation): PlacedResponse[] {
  return Object.entries(responses).map(([status, responseOrReference]) => {
    const { description = '', headers = {}, content = {} } = resolve<Response>(contract, responseOrReference);
    return { status, isSuccess: status.startsWith('2'), text: description.trim(), headers, content };
  });
}

function answerOf(contract: Contract, { status, text, headers, content }: PlacedResponse): Answer {
  return {
    status,
    text,
    headers: Object.entries(headers).map(([name, headerOrReference]) => {
      const { description = '', example = '' } = resolve<Header>(contract, headerOrReference);
      return { name, example: String(example), text: description };
    }),
    examples: Object.entries(content).flatMap(([type, media]) =>
      examplesOf(contract, media, type === 'text/html' ? 'html' : 'json'),
    ),
  };
}

function bodyExamples(contract: Contract, { requestBody }: Operation): NamedExample[] {
  const [first] = requestBody ? Object.entries(resolve(contract, requestBody).content) : [];
  return first?.[0] === 'application/json' ? examplesOf(contract, first[1]) : [];
}

function examplesOf(
  contract: Contract,
  { example, examples = {} }: MediaType,
  language: NamedExample['language'] = 'json',
): NamedExample[] {
  const named = Object.entries(examples).map(([name, exampleOrReference]) => {
    const { summary = name, value = null } = resolve<Example>(contract, exampleOrReference);
    return { name: summary, language, value };
  });
  return example === undefined ? named : [{ name: 'Example', language, value: example as Json }, ...named];
}

/** The methods of the SDK that make a call, as `trawl.crawls.start`: its own, and those of its sample that are no other call's. */
function sdkMethodsOf(operationId: string, sample: string): string[] {
  const own = SDK_METHODS[operationId];
  const ofOthers = new Set(Object.values(SDK_METHODS).filter((method) => method !== own));
  const called = [...sample.matchAll(/\btrawl\.((?:\w+\.)?[a-z]\w*)\(/g)].map(([, method = '']) => method);
  const methods = [...(own === undefined ? [] : [own]), ...called.filter((method) => !ofOthers.has(method))];
  return [...new Set(methods)].map((method) => `trawl.${method}`);
}

/** The first sentence of a text without its markup. */
function firstSentence(markdown: string): string {
  const { beginning } = textsOf(markdown.split('\n\n')[0] ?? '');
  return (/^.*?[.!?](?= |$)/.exec(beginning)?.[0] ?? beginning).replace(/:$/, '.');
}
