import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parser } from '@prometheus-io/lezer-promql';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readCommandLine } from '../src/settings/command-line.js';
import { namedSettings } from '../src/settings/setting-table.js';
import type { Settings } from '../src/settings/settings.js';
import { call, startServer } from './server.js';

const run = promisify(execFile);

const DEPLOY = new URL('../deploy/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DEPLOY), 'utf8');
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  bin: Record<string, string>;
  devDependencies?: Record<string, string>;
};

/** Seconds that the service may take to close, after the time for calls in progress. */
const CLOSE_SECONDS = 5;

/**
 * What the service makes of these variables. The files of keys are those of a test. Throws for a variable that it does not
 * have, and for a value that it does not take.
 */
function settingsOf(environment: Readonly<Record<string, string>>): Settings {
  const known = namedSettings.flatMap(({ variable }) => [variable, `${variable}_FILE`]);
  const folder = mkdtempSync(join(tmpdir(), 'trawl-deploy-'));
  const entries = Object.entries(environment)
    .filter(([name]) => name.startsWith('TRAWL_LOCAL_'))
    .map(([name, value]) => {
      expect(known).toContain(name);
      if (!name.endsWith('_KEY_FILE')) return [name, value] as const;
      const file = join(folder, name);
      writeFileSync(file, `key-of-${name}\n`, { mode: 0o600 });
      return [name, file] as const;
    });
  return readCommandLine([], Object.fromEntries(entries)).settings;
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile');
  const stages = text.split(/^FROM /m).slice(1);

  test('is valid', () => {
    expect(validateDockerfile(text)).toEqual([]);
  });

  test('runs the program of the package, not as root, with settings that it has', () => {
    const environment = Object.fromEntries(
      [...text.matchAll(/\b(TRAWL_LOCAL_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    );
    expect(settingsOf(environment)).toMatchObject({
      host: '0.0.0.0',
      port: 3002,
      storage: '/data/trawl.db',
      logFormat: 'json',
    });
    expect(text).toContain(`"/service/node_modules/@trawl/local/${manifest.bin['trawl-local']?.replace('./', '')}"`);
    for (const stage of stages.slice(1)) expect(stage.match(/^USER .*/gm)?.at(-1)).toBe('USER node');
  });

  test('asks for the health of the service', async () => {
    const [, command = '[]'] = /^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(text) ?? [];
    const [program = '', ...args] = JSON.parse(command) as string[];
    const server = await startServer();
    const check = () =>
      run(
        program,
        args.map((arg) => arg.replace('3002', new URL(server.url).port)),
      );
    await expect(check()).resolves.toBeDefined();
    await server.close();
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });
});

test('compose.yaml names settings, a stage and secrets that there are, and waits until calls have ended', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml')) as {
    services: {
      trawl: {
        build: { target: string };
        environment: Record<string, string>;
        secrets: string[];
        volumes: string[];
        stop_grace_period: string;
        read_only: boolean;
      };
    };
    secrets: Record<string, { file: string }>;
    volumes: Record<string, unknown>;
  };
  const { build, environment, stop_grace_period: grace, ...service } = services.trawl;
  const values = Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
  );
  const { drainSeconds, keylessCalls, adminKey } = settingsOf(values);
  expect({ keylessCalls, adminKey }).toEqual({
    keylessCalls: 0,
    adminKey: 'key-of-TRAWL_LOCAL_ADMIN_KEY_FILE',
  });
  expect(read('Dockerfile')).toContain(` AS ${build.target}\n`);
  expect(service.secrets).toEqual(Object.keys(secrets));
  for (const secret of service.secrets) expect(Object.values(environment)).toContain(`/run/secrets/${secret}`);
  expect(service.volumes).toEqual([`${Object.keys(volumes)[0]}:/data`]);
  expect(service.read_only).toBe(true);
  expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(drainSeconds + CLOSE_SECONDS);
});

test('compose.nodes.yaml runs nodes on one database, and Caddyfile.nodes knows all of them', () => {
  const { services } = parse(read('compose.nodes.yaml'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string>; stop_grace_period: string; secrets: string[] }>;
  };
  const nodes = Object.keys(services).filter((name) => name.startsWith('node-'));
  expect(nodes).toEqual(['node-1', 'node-2', 'node-3']);
  for (const name of nodes) {
    const { environment = {}, stop_grace_period: grace = '' } = services[name] ?? {};
    const values = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, value.replace(/^\$\{\w+:-(.*)\}$/, '$1')]),
    );
    const { database, storage, drainSeconds } = settingsOf(values);
    expect({ database, storage }).toEqual({ database: 'postgres://trawl@postgres/trawl', storage: undefined });
    expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(drainSeconds + CLOSE_SECONDS);
  }
  expect(read('Caddyfile.nodes')).toContain(`reverse_proxy ${nodes.map((name) => `${name}:3002`).join(' ')} {`);
});

test('the image has the libraries for several nodes in the versions that they are tested with', () => {
  const { devDependencies = {} } = manifest;
  for (const name of ['pg', 'graphile-worker', 'openai']) {
    expect(read('Dockerfile')).toContain(`${name}@${devDependencies[name]}`);
  }
});

test('the manifest for nodes in Kubernetes fits the published schemas, and scales workers by a query of Prometheus', () => {
  const documents = parseAllDocuments(read('kubernetes/nodes.yaml')).map((document) => document.toJS());
  const [service, api, worker, scaled] = documents;
  expect(() => new Service(service).validate()).not.toThrow();
  expect(api.spec.template.metadata.labels).toMatchObject(service.spec.selector);
  for (const [role, deployment] of Object.entries({ api, worker })) {
    expect(() => new Deployment(deployment).validate()).not.toThrow();
    const [container] = deployment.spec.template.spec.containers;
    const values = container.env.flatMap(({ name, value }: { name: string; value?: string }) =>
      value === undefined ? [] : [[name, value]],
    );
    expect(settingsOf(Object.fromEntries(values))).toMatchObject({ role, storage: undefined });
  }
  expect(scaled.spec.scaleTargetRef.name).toBe(worker.metadata.name);
  const { query } = scaled.spec.triggers[0].metadata;
  expect(parser.parse(query).toString()).not.toContain('⚠');
  expect(query).toContain('trawl_queue_tasks');
});

describe('the manifest for Kubernetes', () => {
  const [service, set] = parseAllDocuments(read('kubernetes/trawl.yaml')).map((document) => document.toJS());
  const pod = set.spec.template.spec;
  const [container] = pod.containers;

  test('fits the published schemas', () => {
    expect(() => new Service(service).validate()).not.toThrow();
    expect(() => new StatefulSet(set).validate()).not.toThrow();
    expect(set.spec.template.metadata.labels).toMatchObject(service.spec.selector);
  });

  test('probes routes that are open', async () => {
    const server = await startServer({ apiKeys: ['key-one'] });
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path } = container[probe].httpGet;
      expect(await call(server, `GET ${path}`), probe).toMatchObject({ status: 200 });
    }
  });

  test('names settings that there are, and waits until calls have ended', () => {
    const environment = container.env.map(({ name, value }: { name: string; value: string }) => [name, value]);
    const { drainSeconds } = settingsOf(Object.fromEntries(environment));
    const [, preStopSeconds] = container.lifecycle.preStop.exec.command;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(preStopSeconds) + drainSeconds + CLOSE_SECONDS,
    );
  });
});

describe('the unit of systemd', () => {
  const text = read('systemd/trawl.service');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';

  test('runs a program of the package with settings that it has, and waits until calls have ended', () => {
    const environment = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, setting]) => [name, setting]);
    const { drainSeconds, storage } = settingsOf(Object.fromEntries(environment));
    expect(storage).toBe(`/var/lib/${value('StateDirectory')}/trawl.db`);
    expect(Object.keys(manifest.bin)).toContain(value('ExecStart').split(' ').at(-1));
    expect(Number(value('TimeoutStopSec'))).toBeGreaterThanOrEqual(drainSeconds + CLOSE_SECONDS);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  test.skipIf(!hasSystemd)('is valid for systemd, which finds its sandbox good enough', async () => {
    const file = fileURLToPath(new URL('systemd/trawl.service', DEPLOY));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--recursive-errors=no', file]);
    expect(stdout + stderr).toBe('');
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=50', file]);
  });
});
