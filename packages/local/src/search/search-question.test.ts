import { expect, test } from 'vitest';
import { questionOf } from './search-question.js';

test('a host is searched without the space around it and without its capitals', () => {
  const question = questionOf({ query: 'tea', includeDomains: [' Docs.Example.COM\n'] }, 'team');
  expect(question.includeDomains).toEqual(['docs.example.com']);
  expect(questionOf({ query: 'tea', excludeDomains: ['EXAMPLE.com'] }, 'team').excludeDomains).toEqual(['example.com']);
});
