import { expect, it } from 'vitest';
import { parseBody } from './body.js';

it.each([
  ['an object', '{"a":1}', 'application/json', { kind: 'json', value: { a: 1 } }],
  ['an array', '[1]', 'application/json', { kind: 'json', value: [1] }],
  ['JSON that is labelled as something else', '{"a":1}', 'text/html', { kind: 'json', value: { a: 1 } }],
  ['JSON without a label', '{"a":1}', null, { kind: 'json', value: { a: 1 } }],
  ['nothing', '', 'application/json', { kind: 'empty' }],
  ['blanks', ' \n', null, { kind: 'empty' }],
  ['a page', '<!DOCTYPE html><p>', 'text/html; charset=utf-8', { kind: 'html' }],
  ['a page that is labelled as JSON', '  <html>', 'application/json', { kind: 'html' }],
  ['a page that begins with words', 'Not here. <b>', 'text/html', { kind: 'html' }],
  ['half of an object', '{"a":', 'application/json', { kind: 'unreadable' }],
  ['words', 'OK', 'text/plain', { kind: 'unreadable' }],
  ['words with a sign that pages begin with', 'a < b', 'text/plain', { kind: 'unreadable' }],
  ['words without a label', 'OK', null, { kind: 'unreadable' }],
  ['a number', '429', 'text/plain', { kind: 'unreadable' }],
  ['null', 'null', 'application/json', { kind: 'unreadable' }],
])('reads %s', (_, text, contentType, expected) => {
  expect(parseBody(text, contentType)).toEqual(expected);
});
