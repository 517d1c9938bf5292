import { safeBuild } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

export default async function generate(contract, output) {
  const plugins = [pluginOas({ validate: true }), pluginTs(), pluginZod()];
  const config = { root: output, input: { path: contract }, output: { path: 'generated' }, plugins };
  const { error, failedPlugins } = await safeBuild({ config });
  if (error) throw error;
  if (failedPlugins.size > 0) throw new Error([...failedPlugins].map(({ error }) => error.message).join('\n'));
}
