import { expect, it } from 'vitest';
import { installationOf, missingService } from './service-package.js';

it.each([
  ['a program of a project', true, 'npm install --save-dev @trawl/local'],
  ['a global program, or one of npx', false, 'npm install --global @trawl/local'],
])('%s names the one command that installs the service for it', (_, isInProject, command) => {
  expect(installationOf('1.2.3', isInProject).command).toBe(command);
  expect(missingService(command)).toBe(
    `The service of this machine is a package of its own, @trawl/local, which is not installed. Install it: ${command}.`,
  );
});

it('before the first release, npm has nothing to install, and the command is that of a clone', () => {
  const { command, args } = installationOf('0.0.0', true);
  expect(command).toContain('npm run install:into');
  expect(args).toBeUndefined();
});
