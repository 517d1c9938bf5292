import { expect, it } from 'vitest';
import { compare } from './compare.js';
import { parseSpec } from './document.js';
import { withVersionCheck } from './version-check.js';

const contract = (version: string, paths: string) =>
  parseSpec(`openapi: 3.1.0\ninfo: { title: Things, version: ${version} }\npaths: ${paths}`, 'openapi.yaml');

const WITH_PATH = '{ /things: { get: { responses: {} } } }';

const messages = (before: [string, string], after: [string, string]) => {
  const [own, other] = [contract(...before), contract(...after)];
  const { changes } = withVersionCheck(compare(own, other), own, other);
  return changes.filter(({ rule }) => rule === 'version-unfit').map(({ message }) => message);
};

it('warns where the version was raised by less than the changes ask for', () => {
  expect(messages(['1.2.0', WITH_PATH], ['1.2.1', '{}'])).toEqual([
    '`info.version`: The version went from 1.2.0 to 1.2.1, and the changes ask for a major release.',
  ]);
  expect(messages(['1.2.0', '{}'], ['1.2.0', WITH_PATH])).toEqual([
    '`info.version`: The version is 1.2.0 as before, and the changes ask for a minor release.',
  ]);
});

it('says of no program that the version may break it', () => {
  const [own, other] = [contract('1.2.0', '{}'), contract('1.2.0', WITH_PATH)];
  const { changes, verdict } = withVersionCheck(compare(own, other), own, other);
  expect(verdict).toBe('minor');
  expect(changes.find(({ rule }) => rule === 'version-unfit')?.impact).toEqual({ wire: 'neutral', types: 'neutral' });
});

it('says nothing where it was raised by enough, or is no semantic version', () => {
  expect(messages(['1.2.0', WITH_PATH], ['2.0.0', '{}'])).toEqual([]);
  expect(messages(['1.2.0', '{}'], ['1.3.0', WITH_PATH])).toEqual([]);
  expect(messages(['June', WITH_PATH], ['July', '{}'])).toEqual([]);
});
