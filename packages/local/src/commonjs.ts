/**
 * The package for `require`. Jest has a `require` of its own, which loads no ES modules: that of Node.js loads the package,
 * outside of the sandbox in which Jest runs a test.
 */
import { runInThisContext } from 'node:vm';
import type * as Package from './index.js';

const { createRequire } = (runInThisContext('process') as NodeJS.Process).getBuiltinModule('node:module');
const local: typeof Package = createRequire(__filename)('./index.js');

export const { createVirtualClock, OptionError } = local;

export async function createLocalServer(options?: Package.LocalServerOptions): Promise<Package.LocalServer> {
  const server = await local.createLocalServer(options);
  return {
    ...server,
    faults: { ...server.faults, list: () => [...server.faults.list()] },
    journal: (limit) => inSandbox(server.journal(limit)),
    capabilities: () => inSandbox(server.capabilities()),
  };
}

/** The same data as objects of the sandbox: `assert.deepEqual` compares their prototypes as well. */
const inSandbox = <Data>(data: Data): Data => JSON.parse(JSON.stringify(data));
