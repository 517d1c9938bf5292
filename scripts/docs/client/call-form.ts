import { labelled, made, program } from '../../site/client/elements.js';
import { messageOf } from '../../site/client/message-of.js';
import { type Contract, type Json, type Parameter, resolve, type Schema } from '../openapi.js';
import type { PlacedOperation } from '../operations.js';
import { curl } from '../samples/curl.js';
import { type ExampleBody, type ExampleRequest, exampleOf, exampleRequest } from '../samples/requests.js';
import { sdkProgram } from '../samples/sdk-program.js';
import { keepId, lastId } from './last-ids.js';
import { type Fault, type FormField, schemaField } from './schema-field.js';
import { failureOf, given, type OwnService, originOf, recordedAnswer, type ShownAnswer, send } from './service.js';
import { violations } from './violations.js';

/** Where programs expect a service when none was given. */
const USUAL_ADDRESS = 'http://127.0.0.1:3002';

/** A call as it was filled in. */
interface FilledCall {
  readonly request: ExampleRequest;
  readonly faults: readonly Fault[];
  readonly upload: BodyInit | undefined;
}

/** The form of a call: its fields, the button that sends it, what came back, and the same call as a program. */
export function callForm(contract: Contract, entry: PlacedOperation, own: OwnService | undefined): HTMLFormElement {
  const { operation, method, path } = entry;
  const example = firstRequest(exampleRequest(contract, entry), own);
  const view = made('form');
  const service = serviceFields(own);
  const parameters = entry.parameters.map((parameter) => parameterField(contract, entry, parameter));
  const body = example.body && bodyFields(contract, example.body);
  const problems = made('ul', '', 'problems');
  const alert = made('div');
  alert.role = 'alert';
  alert.append(problems);
  const button = made('button', 'Send', 'send');
  const answer = made('section', '', 'answer');
  answer.setAttribute('aria-live', 'polite');
  const programs = made('div', '', 'programs');
  view.append(
    made('h2', operation.summary ?? operation.operationId),
    made('p', `${method.toUpperCase()} ${path}`, 'address'),
    ...service.elements,
    ...parameters.map(({ field }) => field.element),
    ...(body?.elements ?? []),
    alert,
    button,
    answer,
    programs,
  );

  const read = (): FilledCall => {
    const { address, headers, faults } = readParameters(contract, parameters, path);
    const content = body?.read();
    const request = {
      ...example,
      path: address,
      headers,
      needsKey: service.key() !== '',
      ...(example.body && content && { body: { ...example.body, value: content.value } }),
    };
    return { request, faults: [...service.faults(), ...faults, ...(content?.faults ?? [])], upload: content?.upload };
  };

  const showPrograms = () => {
    const { request } = read();
    const origin = service.origin() ?? USUAL_ADDRESS;
    const filled = parameters.map(({ parameter, field }) => ({
      in: parameter.in,
      name: parameter.name,
      value: field.read([]) ?? '',
    }));
    const call = { operationId: operation.operationId, path, origin, parameters: filled };
    programs.replaceChildren(
      made('h3', 'TypeScript'),
      program(sdkProgram(request, call)),
      made('h3', 'curl'),
      program(curl(request, origin)),
    );
  };

  const submit = async ({ request, upload }: FilledCall) => {
    const origin = service.origin();
    if (origin === undefined) return show(recordedAnswer(contract, operation));
    button.disabled = true;
    answer.replaceChildren(made('p', 'Waiting for the answer …'));
    try {
      show(await send(request, { origin, key: service.key(), upload }));
    } catch (error) {
      answer.replaceChildren(made('p', failureOf(error, origin), 'bad'));
    } finally {
      button.disabled = false;
    }
  };

  const show = ({ status, isGood, headers, text, value }: ShownAnswer) => {
    if (isGood && value !== undefined) keepId(path, value);
    const details = made('details');
    details.append(made('summary', 'Headers'), program(headers));
    const line = made('p', status, isGood ? 'good' : 'bad');
    answer.replaceChildren(made('h3', 'Answer'), line, ...(headers ? [details] : []), program(text));
  };

  view.noValidate = true;
  view.addEventListener('input', showPrograms);
  view.addEventListener('submit', (event) => {
    event.preventDefault();
    const call = read();
    problems.replaceChildren(...call.faults.map(({ path: place, text }) => made('li', `${place || 'body'}: ${text}`)));
    mark(view, call.faults);
    // The answer to another request would look like one to this.
    answer.replaceChildren();
    if (call.faults.length === 0) void submit(call);
  });
  showPrograms();
  return view;
}

/** Marks the fields that faults are about, and goes to the first. */
function mark(view: HTMLFormElement, faults: readonly Fault[]): void {
  for (const element of view.querySelectorAll('[aria-invalid]')) element.removeAttribute('aria-invalid');
  const controls = faults.map(({ path }) => controlAt(view, path)).filter((control) => control !== null);
  for (const control of controls) control.ariaInvalid = 'true';
  controls[0]?.focus();
}

/** The control of the field at a path, or of what it is in. */
function controlAt(view: HTMLFormElement, path: string): HTMLElement | null {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const field = view.querySelector(`[data-path="${CSS.escape(path.slice(0, end))}"]`);
    const control = field?.querySelector<HTMLElement>('input, select, textarea, button');
    if (control) return control;
  }
  return null;
}

/** Where the call goes and with which key: to the service of this page, or to one that the reader names. */
function serviceFields(own: OwnService | undefined) {
  const address = made('input');
  address.type = 'url';
  address.value = given.address;
  address.placeholder = USUAL_ADDRESS;
  const hint =
    'Left empty, the answer is the example of the contract. The address stays in this browser, and the key until the window is closed; both go to this service alone.';
  const { label } = labelled('Base URL of your service', address, hint);
  label.dataset.path = 'Base URL';
  const key = made('input');
  key.type = 'password';
  key.autocomplete = 'off';
  key.value = given.key;
  const keyHint = own ? (own.needsKey ? 'This service asks for one.' : 'Optional: this service asks for none.') : '';
  const keyLabel = labelled('API key', key, keyHint).label;
  const keep = () => {
    given.key = key.value;
    if (!own) given.address = address.value;
  };
  for (const input of [key, address]) input.addEventListener('change', keep);
  return {
    elements: own ? [keyLabel] : [label, keyLabel],
    key: () => key.value,
    origin: () => own?.origin ?? originOf(address.value).origin,
    faults: (): Fault[] => {
      const { problem } = own ? {} : originOf(address.value);
      return problem === undefined ? [] : [{ path: 'Base URL', text: problem }];
    },
  };
}

interface ParameterField {
  readonly parameter: Parameter;
  readonly field: FormField;
}

/** The field of a parameter. What a path needs is the id of what an earlier call has made, or else an example. */
function parameterField(contract: Contract, { path, pointer }: PlacedOperation, parameter: Parameter): ParameterField {
  const { name, in: where, required = false, schema = {}, description } = parameter;
  const isRequired = required || where === 'path';
  const example = isRequired ? exampleOf(contract, parameter, pointer) : undefined;
  const id = where === 'path' ? lastId(path, name) : undefined;
  const described = description === undefined ? schema : { ...resolve<Schema>(contract, schema), description };
  const text = id ?? example;
  const value = text === undefined ? undefined : typedValue(contract, schema, text);
  return { parameter, field: schemaField({ contract, schema: described, name, path: name, value, isRequired }) };
}

/** The text of an example as a value of its type. */
function typedValue(contract: Contract, schema: Schema | { $ref: string }, text: string): Json {
  const types = [resolve<Schema>(contract, schema).type].flat();
  return types.includes('integer') || types.includes('number') || types.includes('boolean') ? JSON.parse(text) : text;
}

/** The address and the headers that the parameters make, and what is wrong with their values. */
function readParameters(contract: Contract, parameters: readonly ParameterField[], path: string) {
  const faults: Fault[] = [];
  const headers: [string, string][] = [];
  const query = new URLSearchParams();
  let address = path;
  for (const { parameter, field } of parameters) {
    const { name, in: where, required, schema } = parameter;
    const value = field.read(faults);
    if (value === undefined) {
      if (required || where === 'path') faults.push({ path: name, text: 'it is required.' });
      continue;
    }
    const found = schema ? violations(contract, value, schema) : [];
    faults.push(...found.map((fault) => ({ ...fault, path: dotted(name, fault.path) })));
    const texts = [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(texts.join(',')));
    else if (where === 'query') for (const text of texts) query.append(name, text);
    else headers.push([name, texts.join(',')]);
  }
  return { address: query.size > 0 ? `${address}?${query}` : address, headers, faults };
}

/** A body as it was filled in. */
interface FilledBody {
  readonly value: Json;
  readonly faults: readonly Fault[];
  readonly upload: BodyInit | undefined;
}

/** The fields of a body: those of its schema or the same as JSON, a file, or both. */
function bodyFields(contract: Contract, { mediaType, value, schema }: ExampleBody) {
  const isJson = mediaType === 'application/json';
  const isBytes = mediaType === 'application/octet-stream';
  const file = made('input');
  file.type = 'file';
  const fileLabel = labelled('File', file, '').label;
  fileLabel.dataset.path = 'file';
  const { file: _, ...fields } = (isJson ? {} : (value ?? {})) as Record<string, Json>;
  const content = isBytes ? undefined : eitherWay(contract, schema, isJson ? value : fields);
  const read = (): FilledBody => {
    const faults: Fault[] = [];
    const [selected] = file.files ?? [];
    if (!isJson && !selected) faults.push({ path: 'file', text: 'choose one.' });
    if (!content) return { value: null, faults, upload: selected };
    const filled = content.read(faults) ?? null;
    if (isJson) {
      if (faults.length === 0) faults.push(...violations(contract, filled, schema));
      return { value: filled, faults, upload: JSON.stringify(filled) };
    }
    const form = new FormData();
    if (selected) form.append('file', selected);
    for (const [name, each] of Object.entries((filled ?? {}) as Record<string, Json>))
      form.append(name, typeof each === 'string' ? each : JSON.stringify(each));
    return { value: { file: selected?.name ?? 'report.pdf', ...(filled as object) }, faults, upload: form };
  };
  return { elements: [...(isJson ? [] : [fileLabel]), ...(content ? [content.element] : [])], read };
}

/** The fields of a schema, which can be exchanged for JSON and back. */
function eitherWay(contract: Contract, schema: Schema, value: Json): FormField {
  const box = made('div', '', 'body');
  const place = made('div');
  const build = (shape: Schema, name: string, shown: Json) =>
    schemaField({ contract, schema: shape, name, path: '', value: shown, isRequired: true });
  const asFields = (shown: Json) => build(withoutFile(schema), '', shown);
  let field = asFields(value);
  let isJson = false;
  const toggle = made('button', 'Edit as JSON');
  toggle.type = 'button';
  toggle.addEventListener('click', () => {
    const faults: Fault[] = [];
    const filled = field.read(faults);
    // What is no JSON yet stays as it is until it is.
    if (faults.length > 0) return field.element.querySelector('textarea')?.focus();
    isJson = !isJson;
    field = isJson ? build({}, 'Body', filled ?? {}) : asFields(filled ?? {});
    toggle.textContent = isJson ? 'Edit in fields' : 'Edit as JSON';
    place.replaceChildren(field.element);
  });
  place.append(field.element);
  box.append(toggle, place);
  return { element: box, read: (faults) => field.read(faults) };
}

/** A file is chosen and not written. */
function withoutFile(schema: Schema): Schema {
  const { file, ...properties } = (schema.properties ?? {}) as Record<string, Json>;
  if (file === undefined) return schema;
  const required = ((schema.required ?? []) as string[]).filter((name) => name !== 'file');
  return { ...schema, properties, required };
}

function dotted(...names: readonly string[]): string {
  return names.filter(Boolean).join('.');
}

/** A page that this service serves itself, so that the first click works without a network. */
function firstRequest(example: ExampleRequest, own: OwnService | undefined): ExampleRequest {
  const { body } = example;
  if (!own || body?.mediaType !== 'application/json') return example;
  const page = `${own.origin}/docs/getting-started.html`;
  const value = { ...(body.value as Record<string, Json>) };
  if (typeof value.url === 'string') value.url = page;
  if (Array.isArray(value.urls)) value.urls = [page, `${own.origin}/docs/errors.html`];
  // They name parts of the page that the contract shows.
  for (const field of OF_OTHER_PAGE) delete value[field];
  return { ...example, body: { ...body, value } };
}

const OF_OTHER_PAGE = ['includePaths', 'excludePaths', 'webhook', 'actions', 'includeTags', 'excludeTags'];

/** Says in a form's place why there is none. */
export function refusal(error: unknown): HTMLElement {
  return made('p', messageOf(error), 'bad');
}
