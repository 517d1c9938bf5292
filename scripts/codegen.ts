/** Generates files from the contract. Run it from the root of the repository. */

import { readContract } from './codegen/contract.js';
import { ContractError } from './codegen/contract-error.js';
import { renderCreditTable } from './codegen/credits.js';
import { renderFields } from './codegen/fields.js';
import { renderFixtures } from './codegen/fixtures.js';
import { renderFlags } from './codegen/flags.js';
import { renderOperations } from './codegen/operations.js';
import { type Output, staleOutputs, writeOutputs } from './codegen/outputs.js';
import { renderTypes } from './codegen/types.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Writes what is generated from the contract.

  npm run codegen              writes
  npm run codegen -- --check   writes nothing, and fails if a committed file does not match the contract
`;

const CONTRACT = 'openapi/v2.yaml';

const OUTPUTS: Output[] = [
  source('packages/client/src/schema.ts', renderTypes),
  source('packages/sdk/src/generated/operations.ts', renderOperations),
  source('packages/sdk/src/generated/credit-table.ts', renderCreditTable),
  source('packages/sdk/src/generated/request-fields.ts', renderFields),
  source('packages/cli/src/generated/flags.ts', renderFlags),
  source('packages/msw/src/generated/examples.ts', renderFixtures),
  {
    file: 'packages/client/openapi.json',
    // It is committed, because the service and the tests read the contract from the package without a build. It is one line,
    // because programs read it, and a review reads the YAML.
    render: (contract) => `${JSON.stringify(contract)}\n`,
  },
];

/** A generated source file says so in its first line. */
function source(file: string, render: Output['render']): Output {
  const banner = `// Generated from ${CONTRACT} by \`npm run codegen\`. Never edit this file.`;
  return { file, render: async (contract) => `${banner}\n\n${await render(contract)}` };
}

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { options: { check: { type: 'boolean', default: false } } });
  const contract = readContract(CONTRACT);
  if (!values.check) {
    for (const file of await writeOutputs(OUTPUTS, contract)) console.log(`wrote ${file}`);
    return 0;
  }
  const stale = await staleOutputs(OUTPUTS, contract);
  for (const { file } of stale) {
    console.error(`${file} is not what ${CONTRACT} gives now: run \`npm run codegen\` and commit the result.`);
  }
  return stale.length === 0 ? 0 : 1;
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    console.error(error instanceof ContractError ? error.message : error);
    process.exitCode = 1;
  },
);
