import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { browserOptions } from '../../scripts/shared/browser.js';
import { bundle } from '../../scripts/shared/bundle.js';
import { Project } from '../../scripts/shared/project.js';
import { type Service, startService } from '../../scripts/shared/service.js';
import { REPORT, REQUESTS, SITE_PAGES } from './expected.js';
import { installPlatforms, type Platform, programOf } from './install.js';
import { withWorker } from './workerd.js';

const IMPORTS = `import * as sdk from '@trawl/sdk';\nimport { program } from './program.mjs';`;

const MAIN = `${IMPORTS}
const baseUrl = globalThis.Deno?.args[0] ?? process.argv[2];
console.log(JSON.stringify(await program(sdk, baseUrl)));`;

const WORKER = `${IMPORTS}
export default {
  async fetch(request) {
    return Response.json(await program(sdk, new URL(request.url).searchParams.get('baseUrl')));
  },
};`;

const PAGE = `${IMPORTS}
globalThis.report = program(sdk, location.origin);`;

await installPlatforms();

const project = new Project();
let service: Service;

beforeAll(async () => {
  await project.installPacked('sdk', 'client');
  project.write('program.mjs', readFileSync(new URL('program.mjs', import.meta.url), 'utf8'));
  project.write('main.mjs', MAIN);
  service = await startService(SITE_PAGES);
}, 120_000);

afterEach(() => {
  service.requests.length = 0;
});

afterAll(async () => {
  await service.close();
  project.remove();
});

describe('the installed SDK searches, scrapes and crawls', () => {
  it(`on Node ${process.versions.node}`, async () => {
    expect(await project.run('main.mjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  const platforms: [Platform, string[]][] = [
    ['Node 22', []],
    ['Node 24', []],
    ['Bun', []],
    ['Deno', ['run', '--allow-net=127.0.0.1']],
  ];
  it.for(platforms)('on %s', async ([platform, args], { skip }) => {
    const executable = programOf(platform) ?? skip();
    expect(await project.runWith(executable, ...args, 'main.mjs', service.url)).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  it('on workerd, without its compatibility with Node.js', async ({ skip }) => {
    const workerd = programOf('workerd') ?? skip();
    const worker = await bundle(WORKER, project.folder, 'neutral');
    const report = await withWorker(workerd, project.folder, worker, async (url) =>
      (await fetch(`${url}/?baseUrl=${service.url}`)).json(),
    );
    expect(report).toEqual(REPORT);
    expect(service.requests).toEqual(REQUESTS);
  });

  it('in Chromium', async ({ skip }) => {
    const browser = await chromium.launch(browserOptions() ?? skip());
    try {
      const page = await browser.newPage();
      // A page of the service's own origin: whether others may ask is up to each service.
      await page.route(`${service.url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      await page.goto(service.url);
      await page.addScriptTag({ content: await bundle(PAGE, project.folder, 'browser'), type: 'module' });
      expect(await page.evaluate('globalThis.report')).toEqual(REPORT);
      expect(service.requests).toEqual(REQUESTS);
    } finally {
      await browser.close();
    }
  });
});
