import { expect, it } from 'vitest';
import { canonicalMediaType, isAmongMediaTypes } from './media-type.js';

it.each([
  ['application/json', 'Application/JSON;charset=UTF-8'],
  ['text/csv; charset=utf-8; header=present', 'text/csv ; header="present" ;CHARSET="UTF-8"'],
  ['multipart/form-data', ' multipart/Form-Data '],
  ['a/b; c="d e"', 'a/b;c="d\\ e"'],
])('%s is written in other ways, too: %s', (one, other) => {
  expect(canonicalMediaType(other)).toBe(one);
  expect(canonicalMediaType(one)).toBe(one);
});

it('tells values apart whose case means something', () => {
  expect(canonicalMediaType('multipart/mixed; boundary=A')).not.toBe(canonicalMediaType('multipart/mixed; boundary=a'));
});

it.each([
  ['application/json', 'application/*', true],
  ['application/json', '*/*', true],
  ['text/csv; charset=utf-8', 'text/csv', true],
  ['text/csv', 'text/csv; charset=utf-8', false],
  ['application/*', 'application/json', false],
  ['text/json', 'application/*', false],
])('%s among %s: %s', (narrow, wide, isAmong) => {
  expect(isAmongMediaTypes(narrow, wide)).toBe(isAmong);
});
