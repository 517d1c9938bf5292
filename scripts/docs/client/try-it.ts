import { labelled, made, program } from '../../site/client/elements.js';
import { messageOf } from '../../site/client/message-of.js';
import type { Contract, Json } from '../openapi.js';
import { operations, type PlacedOperation } from '../operations.js';
import { curl } from '../samples/curl.js';
import { type ExampleRequest, exampleRequest } from '../samples/requests.js';
import { sdkProgram } from '../samples/sdk-program.js';
import { keepId, lastId } from './last-ids.js';
import { bodyField, parameterField, parameterValue, parse } from './request-fields.js';
import { violations } from './violations.js';

/** The service that serves this page. */
interface Service {
  origin: string;
  needsKey: boolean;
  /** The operations that it does not offer. */
  missingOperations: readonly string[];
}

const KEY = 'trawl.reference.key';
const LINK = '#try/';

let contractPromise: Promise<Contract> | undefined;

/**
 * Opens a form for the operation of every link to `#try/<operationId>`, and of such an address of the page itself.
 *
 * It is a small one of our own. Compared were, by their one file for a page, gzipped: Scalar 1.46 (989 kB), Stoplight
 * Elements 9.0 (613 kB) and RapiDoc 9.3 (218 kB). Each is a second reference with looks, a navigation and a search of its
 * own, and each compiles code from text (`new Function`), which the policy of this page forbids.
 */
function installTryIt(own: Service | undefined): void {
  const openAddressed = () => {
    if (!location.hash.startsWith(LINK)) return;
    const operationId = location.hash.slice(LINK.length);
    // So that the link can be followed again; the page stays where it is.
    history.replaceState(null, '', location.pathname + location.search);
    void open(operationId, own);
  };
  addEventListener('hashchange', openAddressed);
  openAddressed();
}

async function open(operationId: string, service: Service | undefined): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'try-dialog';
  dialog.setAttribute('aria-label', 'Try it');
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  if (!service) {
    dialog.append(...howToGetAServer(), closeButton(dialog));
    return;
  }
  try {
    contractPromise ??= fetch(`${document.getElementById('site-bar')?.dataset.assets ?? ''}openapi.json`).then(
      (response) => response.json() as Promise<Contract>,
    );
    const contract = await contractPromise;
    const entry = [...operations(contract)].find(({ operation }) => operation.operationId === operationId);
    if (!entry) throw new Error(`The API has no operation ${operationId}.`);
    if (service.missingOperations.includes(operationId)) throw new Error('This service does not offer this call.');
    dialog.append(form(contract, entry, service), closeButton(dialog));
    dialog.querySelector<HTMLElement>('input, textarea, button')?.focus();
  } catch (error) {
    contractPromise = undefined;
    dialog.append(made('p', messageOf(error), 'bad'), closeButton(dialog));
  }
}

function howToGetAServer(): HTMLElement[] {
  return [
    made('h2', 'Try it on a server'),
    made(
      'p',
      'This copy of the reference sends nothing. Start the service on your machine from a clone of the repository, and open the reference that it serves:',
    ),
    made('pre', 'npm start'),
    made('p', 'Then open http://127.0.0.1:3002/reference. You need no account and no key.'),
  ];
}

/** The form of a call: its fields, the button that sends it, and what came back. */
function form(contract: Contract, entry: PlacedOperation, service: Service): HTMLFormElement {
  const { operation, method, path, pointer } = entry;
  const example = ownExample(exampleRequest(contract, entry), service);
  const view = made('form');
  const fields: CallFields = {
    parameters: withLastId(
      path,
      entry.parameters.map((parameter) => parameterField(contract, parameter, pointer)),
    ),
    body: example.body && bodyField(example.body),
    key: keyField(service),
  };
  const problems = made('ul', '', 'problems');
  problems.role = 'alert';
  const send = made('button', 'Send', 'send');
  const answer = made('section', '', 'answer');
  answer.setAttribute('aria-live', 'polite');
  const programs = made('div', '', 'programs');
  view.append(
    made('h2', operation.summary ?? operation.operationId),
    made('p', `${method.toUpperCase()} ${path}`, 'address'),
    ...fields.parameters.map(({ label }) => label),
    ...(fields.body?.fields ?? []),
    fields.key.label,
    problems,
    send,
    answer,
    programs,
  );

  const showPrograms = () => {
    const { request } = readForm(contract, fields, path, example);
    const sdkCall = {
      operationId: operation.operationId,
      path,
      origin: service.origin,
      parameters: parameterValues(contract, fields),
    };
    programs.replaceChildren(
      made('h3', 'curl'),
      program(curl(request, service.origin)),
      made('h3', 'TypeScript'),
      program(sdkProgram(request, sdkCall)),
    );
  };

  view.addEventListener('input', showPrograms);
  view.addEventListener('submit', (event) => {
    event.preventDefault();
    const { request, problems: sentences, upload } = readForm(contract, fields, path, example);
    problems.replaceChildren(...sentences.map((text) => made('li', text)));
    if (sentences.length > 0) {
      // The answer to another request would look like one to this.
      answer.replaceChildren();
      return;
    }
    const key = fields.key.input.value;
    sessionStorage.setItem(KEY, key);
    void submit(request, { key, upload, send, answer, path });
  });
  showPrograms();
  return view;
}

/** The first parameter of a path is mostly the id of what an earlier call has made. */
function withLastId(path: string, fields: ReturnType<typeof parameterField>[]): ReturnType<typeof parameterField>[] {
  const id = lastId(path);
  const first = fields.find(({ parameter }) => parameter.in === 'path');
  if (first && id !== undefined) first.input.value = id;
  return fields;
}

interface CallFields {
  parameters: readonly ReturnType<typeof parameterField>[];
  body: ReturnType<typeof bodyField> | undefined;
  key: ReturnType<typeof keyField>;
}

function keyField({ needsKey }: Service) {
  const hint = needsKey ? 'This service asks for one.' : 'Optional: this service asks for none.';
  const { label, input } = labelled('API key', made('input'), hint);
  input.type = 'password';
  input.autocomplete = 'off';
  input.value = sessionStorage.getItem(KEY) ?? '';
  return { label, input };
}

/** The request that the form describes, what is to be uploaded, and what is wrong with it, a sentence each. */
function readForm(contract: Contract, fields: CallFields, path: string, example: ExampleRequest) {
  const { address, headers, problems } = readParameters(contract, fields, path);
  const content = fields.body?.read();
  if (content?.problem) problems.push(content.problem);
  else if (content && example.body && content.checked) {
    problems.push(...violations(contract, content.value, example.body.schema).map((each) => `body${each}`));
  }
  const request: ExampleRequest = {
    ...example,
    path: address,
    headers,
    needsKey: fields.key.input.value !== '',
    ...(example.body && content && { body: { ...example.body, value: content.value } }),
  };
  return { request, problems, upload: content?.upload };
}

/** The address and the headers that the parameters make, and what is wrong with their values. */
function readParameters(contract: Contract, { parameters }: CallFields, path: string) {
  const problems: string[] = [];
  const headers: [string, string][] = [];
  const query = new URLSearchParams();
  let address = path;
  for (const { parameter, input } of parameters) {
    const { name, in: where, required, schema } = parameter;
    const text = input.value.trim();
    if (text === '') {
      if (required || where === 'path') problems.push(`${name}: it is required.`);
      continue;
    }
    if (schema) {
      const value = parameterValue(contract, schema, text);
      problems.push(...violations(contract, value, schema).map((each) => `${name}${each}`));
    }
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(text));
    else if (where === 'query') query.append(name, text);
    else headers.push([name, text]);
  }
  return { address: query.size > 0 ? `${address}?${query}` : address, headers, problems };
}

function parameterValues(contract: Contract, { parameters }: CallFields) {
  return parameters.map(({ parameter, input }) => ({
    in: parameter.in,
    name: parameter.name,
    value: parameterValue(contract, parameter.schema ?? {}, input.value.trim()),
  }));
}

/** A page that this service serves itself, so that the first click works without a network. */
function ownExample(example: ExampleRequest, { origin }: Service): ExampleRequest {
  const { body } = example;
  if (body?.mediaType !== 'application/json') return example;
  const own = `${origin}/docs/getting-started.html`;
  const value = { ...(body.value as Record<string, Json>) };
  if (typeof value.url === 'string') value.url = own;
  if (Array.isArray(value.urls)) value.urls = [own, `${origin}/docs/errors.html`];
  // They name parts of the page that the contract shows.
  for (const field of OF_OTHER_PAGE) delete value[field];
  return { ...example, body: { ...body, value } };
}

const OF_OTHER_PAGE = ['includePaths', 'excludePaths', 'webhook', 'actions', 'includeTags', 'excludeTags'];

interface Submission {
  key: string;
  upload: BodyInit | undefined;
  send: HTMLButtonElement;
  answer: HTMLElement;
  /** As the contract writes it. */
  path: string;
}

async function submit(
  request: ExampleRequest,
  { key, upload, send, answer, path: template }: Submission,
): Promise<void> {
  send.disabled = true;
  answer.replaceChildren(made('p', 'Waiting for the answer …'));
  const startedAt = performance.now();
  try {
    const { method, path, headers, body } = request;
    const response = await fetch(path, {
      method,
      headers: [
        ...headers,
        ...(key ? [['authorization', `Bearer ${key}`] as [string, string]] : []),
        // A browser writes the type of a form itself, with its boundary.
        ...(body && !(upload instanceof FormData) ? [['content-type', body.mediaType] as [string, string]] : []),
      ],
      ...(upload !== undefined && { body: upload }),
    });
    const text = await response.text();
    const parsed = parse(text);
    if (response.ok && 'value' in parsed) keepId(template, parsed.value);
    const milliseconds = Math.round(performance.now() - startedAt);
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const outcome = outcomeOf(response, text);
    const status = made('p', `${outcome.text}, after ${milliseconds} ms`, outcome.isGood ? 'good' : 'bad');
    const details = made('details');
    details.append(made('summary', 'Headers'), program(head));
    answer.replaceChildren(made('h3', 'Answer'), status, details, program(indented(text)));
  } catch (error) {
    answer.replaceChildren(made('p', `No answer came: ${messageOf(error)}`, 'bad'));
  } finally {
    send.disabled = false;
  }
}

/** An answer of status 200 may still say that it is a failure. */
function outcomeOf({ ok, status, statusText }: Response, text: string): { text: string; isGood: boolean } {
  const result = parse(text);
  const saysFailure = 'value' in result && (result.value as { success?: unknown } | null)?.success === false;
  const line = `${status} ${statusText}`.trim();
  return { text: saysFailure && ok ? `${line}, but success is false` : line, isGood: ok && !saysFailure };
}

function indented(text: string): string {
  const result = parse(text);
  return 'value' in result ? JSON.stringify(result.value, null, 2) : text;
}

function closeButton(dialog: HTMLDialogElement): HTMLButtonElement {
  const button = made('button', 'Close', 'close');
  button.type = 'button';
  button.addEventListener('click', () => dialog.close());
  return button;
}

const { service: access, missing = '' } = document.documentElement.dataset;
/** The service of this page; undefined for a page that was published or opened as a file. */
const service: Service | undefined =
  access === undefined
    ? undefined
    : { origin: location.origin, needsKey: access === 'key', missingOperations: missing.split(' ') };
installTryIt(service);
