import { generate as generateWith } from 'orval';

export default async function generate(contract, output) {
  for (const client of ['fetch', 'zod']) {
    await generateWith({ input: { target: contract }, output: { target: `${output}/${client}.ts`, client } });
  }
}
