import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import Converter from 'openapi-to-postmanv2';

export default async function generate(contract, output) {
  const data = await readFile(contract, 'utf8');
  const { result, reason, output: written } = await promisify(Converter.convertV2)({ type: 'string', data }, {});
  if (!result) throw new Error(reason);
  await writeFile(`${output}/collection.json`, JSON.stringify(written[0].data));
}
