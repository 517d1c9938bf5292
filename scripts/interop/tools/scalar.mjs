import { readFile } from 'node:fs/promises';
import { dereference, validate } from '@scalar/openapi-parser';

export default async function read(contract) {
  const text = await readFile(contract, 'utf8');
  const results = [await validate(text), dereference(text)];
  const errors = results.flatMap((result) => result.errors ?? []);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
}
