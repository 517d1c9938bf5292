import { delimiter, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { installationOf, missingPackage, npmEnvironment } from './optional-packages.js';

const SERVICE = { name: '@trawl/local', subject: 'The service of this machine', file: 'dist/index.js' };

it.each([
  ['a program of a project', true, 'npm install --save-dev @trawl/local'],
  ['a global program, or one of npx', false, 'npm install --global @trawl/local'],
])('%s names the one command that installs the service for it', (_, isInProject, command) => {
  expect(installationOf(SERVICE, '1.2.3', isInProject).command).toBe(command);
  expect(missingPackage(SERVICE, command)).toBe(
    `The service of this machine is a package of its own, @trawl/local, which is not installed. Install it: ${command}.`,
  );
});

it('a program that Yarn has installed without node_modules names the command of Yarn', () => {
  expect(installationOf(SERVICE, '1.2.3', false, true)).toEqual({ command: 'yarn add --dev @trawl/local' });
});

it('before the first release, npm has nothing to install, and the command is that of a clone', () => {
  const { command, args } = installationOf(SERVICE, '0.0.0', true);
  expect(command).toContain('npm run install:into');
  expect(args).toBeUndefined();
});

it('npm gets no key, and is no program of a package', () => {
  const folders = ['/usr/bin', resolve('node_modules/.bin'), 'node_modules/.bin', '.', '', '/bin'];
  const environment = { PATH: folders.join(delimiter), HOME: '/root', TRAWL_API_KEY: 'a', OTHER_API_KEY: 'b' };
  expect(npmEnvironment(environment)).toEqual({ PATH: `/usr/bin${delimiter}/bin`, HOME: '/root' });
});
