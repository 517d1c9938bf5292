import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoopbackRegistry } from '../../scripts/shared/loopback-registry.js';
import { Project } from '../../scripts/shared/project.js';
import { answers, freePort } from '../../scripts/shared/server-process.js';
import { programOf } from '../runtimes/install.js';
import { pinsOf } from './pins.js';
import type { ProjectPlan } from './project-plan.js';

const execute = promisify(execFile);
const PROJECTS = fileURLToPath(new URL('projects', import.meta.url));
const PATIENCE_MS = 1_200_000;

/** A server of a project. */
export interface ProjectServer extends AsyncDisposable {
  readonly url: string;
  /** What it has printed until now. */
  output(): string;
}

/** A project with what it depends on. */
export class InstalledProject extends Project {
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(environment: NodeJS.ProcessEnv, npmrc?: string) {
    super(npmrc);
    this.#environment = environment;
  }

  /** Copies and links what the repository has; nothing is fetched. */
  static async ofRepository(plan: ProjectPlan, environment: NodeJS.ProcessEnv): Promise<InstalledProject> {
    const project = new InstalledProject(environment);
    const [name = '', ...others] = plan.packages;
    await project.installPacked(name, ...others);
    for (const dependency of Object.keys(plan.dependencies)) project.link(dependency);
    project.#copy(plan);
    return project;
  }

  /** Installs the pins of the plan, and our packages from a registry on loopback that has them. */
  static async fromRegistry(
    plan: ProjectPlan,
    environment: NodeJS.ProcessEnv,
    registry: LoopbackRegistry,
  ): Promise<InstalledProject> {
    const project = new InstalledProject({ ...environment, ...withNode(plan) }, registry.npmrc);
    project.#copy(plan);
    await project.#install();
    return project;
  }

  /** By the npm and the settings of this process. */
  async #install(): Promise<void> {
    const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await execute('npm', ['install', ...options], { cwd: this.folder, maxBuffer: 2 ** 26, timeout: PATIENCE_MS });
  }

  /** Its package.json has what the starter writes, with the pins. */
  #copy({ projects, packages, dependencies }: ProjectPlan): void {
    for (const name of projects) cpSync(join(PROJECTS, name), this.folder, { recursive: true });
    const manifest = JSON.parse(readFileSync(join(this.folder, 'package.json'), 'utf8'));
    const ours = Object.fromEntries(packages.map((name) => [`@trawl/${name}`, '*']));
    this.write('package.json', JSON.stringify({ ...manifest, dependencies: { ...pinsOf(dependencies), ...ours } }));
  }

  override write(file: string, text: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /**
   * Runs a command of the project to its end, its words apart by blanks, and answers with all that it printed.
   *
   * @throws Error with what it printed, if it fails.
   */
  async execute(command: string): Promise<string> {
    const [program = '', ...args] = command.split(' ');
    const options = { cwd: this.folder, env: this.#environmentOfProcess, maxBuffer: 2 ** 26, timeout: PATIENCE_MS };
    try {
      const { stdout, stderr } = await execute(program, args, options);
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }

  /** Starts a server of the project; `PORT` in the command, and in the environment, is a free port. */
  async serve(command: string): Promise<ProjectServer> {
    const port = await freePort();
    const [program = '', ...args] = command.replace('PORT', `${port}`).split(' ');
    const server = spawn(program, args, {
      cwd: this.folder,
      env: { ...this.#environmentOfProcess, PORT: `${port}`, HOST: '127.0.0.1' },
      // It may start others: the group of all is ended.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const url = `http://127.0.0.1:${port}`;
    const closed = once(server, 'close');
    if (!(await answers(server, () => fetch(url), PATIENCE_MS))) {
      end(server);
      throw new Error(`The server does not answer at ${url}, and has printed:\n${output}`);
    }
    return {
      url,
      output: () => output,
      async [Symbol.asyncDispose]() {
        end(server);
        await closed;
      },
    };
  }

  get #environmentOfProcess(): NodeJS.ProcessEnv {
    const programs = join(this.folder, 'node_modules/.bin');
    return { ...this.#environment, PATH: `${programs}:${this.#environment.PATH}` };
  }
}

/** The folder of the project's own Node.js before all others. */
function withNode({ name, node }: ProjectPlan): NodeJS.ProcessEnv {
  if (node === undefined) return {};
  const program = programOf(node);
  if (program === undefined) throw new Error(`${name} needs ${node}, which is not installed.`);
  return { PATH: `${dirname(program)}:${process.env.PATH}` };
}

function end({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
}
