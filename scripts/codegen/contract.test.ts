import { describe, expect, it } from 'vitest';
import { parseContract, readContract } from './contract.js';
import { ContractError } from './contract-error.js';

function failure(text: string): string {
  try {
    parseContract(text, 'openapi/v2.yaml');
  } catch (error) {
    expect(error).toBeInstanceOf(ContractError);
    return (error as ContractError).message;
  }
  throw new Error('the contract was accepted');
}

describe('a usable contract', () => {
  it('is answered as plain values', () => {
    const contract = parseContract('openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n', 'openapi/v2.yaml');
    expect(contract).toEqual({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} });
  });
});

describe('a broken contract is refused', () => {
  it('with the line and the column of broken YAML', () => {
    expect(failure('openapi: 3.1.0\npaths:\n  /a: [unclosed\n')).toMatch(
      /^openapi\/v2\.yaml:4:1: .*must .*end with a \]/,
    );
  });

  it('with the line and the column of a key that stands there twice', () => {
    expect(failure('openapi: 3.1.0\npaths: {}\npaths: {}\n')).toBe('openapi/v2.yaml:3:1: Map keys must be unique');
  });

  it('with the place, the pointer and the target of a reference that leads nowhere', () => {
    const text = 'openapi: 3.1.0\npaths:\n  /v2/a:\n    get:\n      $ref: "#/components/schemas/Nope"\n';
    expect(failure(text)).toBe(
      'openapi/v2.yaml:5:13: $ref "#/components/schemas/Nope" at #/paths/~1v2~1a/get/$ref leads nowhere',
    );
  });

  it('when a reference leads out of the file', () => {
    const text = 'openapi: 3.1.0\npaths:\n  /v2/a: { $ref: "./a.yaml" }\n';
    expect(failure(text)).toBe('openapi/v2.yaml:3:18: $ref "./a.yaml" at #/paths/~1v2~1a/$ref leads out of this file');
  });

  it.each(['', '- a list', 'swagger: "2.0"\npaths: {}', 'openapi: 3.0.3\npaths: {}', 'openapi: 3.1.0'])(
    'when it is not an OpenAPI 3.1 document: %j',
    (text) => {
      expect(failure(text)).toBe(
        'openapi/v2.yaml: this is not an OpenAPI document: it needs `openapi: 3.1.x` and `paths`',
      );
    },
  );

  it('when the file is not there', () => {
    expect(() => readContract('openapi/nowhere.yaml')).toThrow('openapi/nowhere.yaml: cannot be read (ENOENT)');
  });
});
