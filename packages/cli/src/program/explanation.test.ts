import { NotFoundError, PermissionDeniedError, ServerError } from '@trawl/sdk';
import { expect, it } from 'vitest';
import { flagNames } from '../flags/flag-names.js';
import { explain } from './explanation.js';

const names = flagNames([], []);
const missing = (serverMessage: string | undefined, fields = {}) =>
  new NotFoundError('', { status: 404, operation: 'getCrawl', serverMessage, ...fields });
const lacking = (serverMessage: string) =>
  new ServerError('', { status: 501, operation: 'startAgent', retryable: false, serverMessage });
const html = new Headers({ 'content-type': 'text/html' });

it.each<[string, Error, string]>([
  ['an unknown id', missing('Job not found'), '404: Job not found. Check what you named.'],
  [
    'a call that the service lacks',
    missing('Cannot GET /v2/a: this server does not offer this call of the API.'),
    '404: Cannot GET /v2/a: this server does not offer this call of the API.',
  ],
  ['a feature that the service lacks', lacking('Not here.'), '501: Not here. This server does not offer it.'],
  [
    'a service that says so itself',
    lacking('This server does not offer startAgent.'),
    '501: This server does not offer startAgent.',
  ],
  [
    'an unknown path',
    missing('Cannot GET /a'),
    '404: Cannot GET /a. Check what you named, and that --base-url is the API.',
  ],
  ['a web page', missing(undefined, { headers: html }), '404: a web page. Check that --base-url is the API.'],
  [
    'a private network',
    new PermissionDeniedError('', { status: 403, operation: 'scrapePage', serverMessage: '10.0.0.1 is not public.' }),
    '403: 10.0.0.1 is not public.',
  ],
])('after %s, the advice is what helps', (_, error, message) => {
  expect(explain(error, names).message).toBe(`The service answered with ${message}`);
});
