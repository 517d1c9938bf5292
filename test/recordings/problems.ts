import { follow, type JsonObject, type Node } from '../contract/contract.js';
import { contentOf, type Operation, operationFor, operationsOf, parametersOf } from '../contract/operations.js';
import { errorsAt, errorsInText, explained } from '../contract/validation.js';
import type { Exchange } from './exchanges.js';

/** The body of a recording without its bytes. */
const notRecorded = '<binary>';

export function operationOf(contract: JsonObject, { request }: Exchange): Operation | undefined {
  return operationFor(operationsOf(contract), request.method, pathOf(request));
}

/** How the request violates the contract, one sentence each. */
export function problemsOfRequest(contract: JsonObject, exchange: Exchange): string[] {
  const operation = operationOf(contract, exchange);
  if (!operation) return [noSuchCall(exchange)];
  return [...problemsOfParameters(contract, operation, exchange), ...problemsOfBody(contract, operation, exchange)];
}

/** How the response violates the contract. */
export function problemsOfAnswer(contract: JsonObject, exchange: Exchange): string[] {
  const operation = operationOf(contract, exchange);
  if (!operation) return [noSuchCall(exchange)];
  const { status, headers, body } = exchange.response;
  const answer = follow(contract, [...operation.pointer, 'responses', String(status)]);
  if (!answer) return [`${operation.name} has no answer with status ${status}`];
  const type = mediaTypeOf(headers);
  const media = contentOf(contract, answer).get(type);
  if (!media) return [`${operation.name} has no ${type || 'empty'} answer with status ${status}`];
  return explainedLines(`the ${status} answer`, errorsAt(contract, [...media.pointer, 'schema'], body ?? null));
}

function noSuchCall({ request }: Exchange): string {
  return `there is no call ${request.method} ${pathOf(request)}`;
}

function pathOf(request: Exchange['request']): string {
  return request.path.split('?')[0] ?? '';
}

function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type']?.split(';')[0]?.trim() ?? '';
}

function problemsOfParameters(contract: JsonObject, operation: Operation, { request }: Exchange): string[] {
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const segments = pathOf(request).split('/');
  const template = operation.path.split('/');
  const parameters = parametersOf(contract, operation);

  const textOf = ({ value: { in: kind, name } }: Node): string | undefined => {
    if (kind === 'query') return query.get(String(name)) ?? undefined;
    if (kind === 'header') return request.headers[String(name).toLowerCase()];
    return decodeURIComponent(segments[template.indexOf(`{${name}}`)] ?? '');
  };
  const known = parameters.filter(({ value }) => value.in === 'query').map(({ value }) => value.name);
  const unknown = [...query.keys()].filter((name) => !known.includes(name));

  return [
    ...unknown.map((name) => `there is no query parameter ${name}`),
    ...parameters.flatMap((parameter) => {
      const text = textOf(parameter);
      const name = `${parameter.value.in} parameter ${parameter.value.name}`;
      if (text === undefined) return parameter.value.required === true ? [`the ${name} is missing`] : [];
      return explainedLines(`the ${name}`, errorsInText(contract, [...parameter.pointer, 'schema'], text));
    }),
  ];
}

function problemsOfBody(contract: JsonObject, operation: Operation, { request }: Exchange): string[] {
  const expected = follow(contract, [...operation.pointer, 'requestBody']);
  if (request.body === undefined) return expected?.value.required === true ? ['the body is missing'] : [];
  if (!expected) return ['there should be no body'];
  const type = mediaTypeOf(request.headers);
  const media = contentOf(contract, expected).get(type);
  if (!media) return [`the body should not be ${type}`];
  if (request.body === notRecorded) return [];
  return explainedLines('the body', errorsAt(contract, [...media.pointer, 'schema'], request.body));
}

function explainedLines(subject: string, errors: Parameters<typeof explained>[0]): string[] {
  return errors.length === 0 ? [] : [`${subject}: ${explained(errors)}`];
}
