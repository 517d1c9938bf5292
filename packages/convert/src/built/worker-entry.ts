import { existsSync } from 'node:fs';

/**
 * Finds the worker of the given name beside the file with the URL `from`.
 *
 * @throws Error if it is not there, because a bundle has one file of the package without the others.
 */
export function workerEntry(name: string, from: string): { readonly url: URL; readonly execArgv?: string[] } {
  const url = new URL(`./${name}.js`, from);
  if (existsSync(url)) return { url };
  throw new Error(
    `A bundler has left out ${name}.js, a file that a worker runs: keep the packages of @trawl outside of the bundle of a server, ` +
      'as esbuild does with --packages=external and Next.js with serverExternalPackages.',
  );
}
