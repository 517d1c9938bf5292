import { parseArgs } from 'node:util';

export interface StartOptions {
  port: number;
  once: boolean;
}

/** `--port` wins over `PORT`. With `--once` nobody needs to know the port beforehand, so it is any that is free. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): StartOptions {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, once: { type: 'boolean', default: false } },
  });
  const port = values.port ?? env.PORT ?? (values.once ? '0' : '4800');
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    throw new Error(`The port must be a number from 0 to 65535, and is "${port}".`);
  }
  return { port: Number(port), once: values.once };
}
