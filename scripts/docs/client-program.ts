import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The program of the page, without Redoc: search, try-it, and the start of Redoc. */
export async function clientProgram(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./client/page.ts', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  const [file] = outputFiles;
  if (!file) throw new Error('esbuild has written no program for the reference.');
  return file.text.replaceAll('</script', '<\\/script');
}
