import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startServer } from '../../test/server.js';
import { operations, resolved, type Schema } from '../contract/contract.js';

/** The fields of requests that no code of the service names, and why. */
const UNREAD: Readonly<Record<string, string>> = {
  asyncScraping: 'A search waits for the pages that it reads.',
  declaredSizeBytes: 'The size of an upload is checked when it arrives.',
  missingContent: 'Feedback is stored as it was sent.',
  pageNumbers: 'Feedback is stored as it was sent.',
  querySuggestions: 'Feedback is stored as it was sent.',
  rating: 'Feedback is stored as it was sent.',
  rationale: 'It changes no answer to a question.',
  valuableSources: 'Feedback is stored as it was sent.',
};

/** The service, and the packages that are built into it. */
const FOLDERS = ['..', '../../../browser/src', '../../../web/src'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

const source = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('dashboard/client'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
)
  .join('\n')
  // A comment may have the name of a field as a word.
  .replace(/^\s*(\/\/|\/?\*).*$/gm, '');

/** The names of the fields of a body, also of those that only some bodies have. */
function fieldsOf(schema: Schema): string[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = resolved(schema);
  return [...Object.keys(properties), ...[...allOf, ...anyOf, ...oneOf].flatMap(fieldsOf)];
}

test('the service reads each field of a request, or has a reason', async () => {
  const served = (await startServer()).capabilities().operations;
  const fields = operations()
    .filter(({ id }) => served[id])
    .flatMap(({ parameters, body = {} }) => [
      ...parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      ...Object.values(body).flatMap(fieldsOf),
    ]);
  const unread = [...new Set(fields)].filter((field) => !new RegExp(`\\b${field}\\b`).test(source));
  const message = 'Read each of these fields, or say in UNREAD why the service has no use for it.';
  expect(unread.sort(), message).toEqual(Object.keys(UNREAD));
});
