import { build } from 'esbuild';

/**
 * A program as a bundler ships it: one minified file, without what is not used. What a bundle for no platform in
 * particular cannot find, such as a module of Node.js, is an error.
 *
 * @param folder where the program is, and so the packages that it imports.
 */
export async function bundle(
  program: string,
  folder: string,
  platform: 'browser' | 'neutral' | 'node',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform,
    // Bundlers look for these by themselves; esbuild does so for a platform that it knows.
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
