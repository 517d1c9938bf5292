import { createSocket } from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import Module, { builtinModules, createRequire, isBuiltin, syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/**
 * Takes from this process what Node's permission model leaves to it: sockets, names, signals to other processes, and
 * functions that write files by other ways than `fs`. Everything that a driver needs has to be loaded before.
 *
 * Sockets are taken by removing the native methods that open them, of which there is one copy in a process, so that it does
 * not matter which function of Node leads to them. What is behind plain functions is removed from the modules.
 *
 * @param {Socket} channel One of the sockets of the process, which are all of one kind.
 */
export function confine(channel) {
  removeSockets(channel);
  for (const name of PROCESS_FUNCTIONS) Reflect.deleteProperty(process, name);
  // It writes files where the permission model does not look. Node itself sets a property of it.
  Object.defineProperty(process, 'report', { value: {} });
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  const require = createRequire(import.meta.url);
  hidePaths();
  hideLoader();
  const names = [...builtinModules, ...UNLISTED_MODULES].filter((name) => isBuiltin(name) && !isHarmless(name));
  // All are loaded before the first is changed: some are made of others.
  for (const [name, exports] of names.map((name) => [name.replace(/^node:/, ''), require(name)])) {
    const removed = REMOVED_EXPORTS[name] ?? Object.getOwnPropertyNames(exports);
    for (const key of removed) replace(exports, key, `${name}.${key}`);
  }
  syncBuiltinESMExports();
  for (const name of ['fetch', 'WebSocket', 'EventSource']) replace(globalThis, name, name);
}

/** Functions that the permission model does not guard tell existing paths from absent ones. */
function hidePaths() {
  const { permission } = process;
  const has = permission.has.bind(permission);
  /** @param {string} path */
  const isReadable = (path) => has('fs.read', resolve(path));
  /** @type {any} The types of Node hide what is replaced here. */
  const { realpathSync } = fs;
  /** @type {any} */ (fs).realpathSync = Object.assign(
    (/** @type {string | Buffer | URL} */ path, /** @type {unknown} */ options) => {
      const name = path instanceof URL ? fileURLToPath(path) : String(path);
      if (!isReadable(name)) throw Object.assign(new Error(`${name} cannot be read.`), { code: 'ERR_ACCESS_DENIED' });
      return realpathSync(name, options);
    },
    { native: realpathSync.native },
  );
  /** @type {any} Its types hide the function that finds files. */
  const modules = Module;
  const { _findPath, _stat } = modules;
  // Newer versions of Node have it. It is 0 for a file, and negative for what is absent.
  if (_stat) modules._stat = (/** @type {string} */ path) => (isReadable(path) ? _stat(path) : ABSENT);
  modules._findPath = (/** @type {string} */ request, /** @type {string[]} */ paths, /** @type {boolean} */ isMain) => {
    if (isAbsolute(request) && !isReadable(request)) return false;
    return _findPath(
      request,
      paths?.filter((path) => isReadable(join(path, request))),
      isMain,
    );
  };
}

const ABSENT = -1;

/**
 * The loader of Node asks the system for files before it asks for the permission to read them, and its errors tell existing
 * paths from absent ones. So nothing that this process compiles may import by it.
 */
function hideLoader() {
  const isLoader = (/** @type {string} */ name) => name === 'USE_MAIN_CONTEXT_DEFAULT_LOADER';
  const constants = Object.fromEntries(Object.entries(vm.constants).filter(([name]) => !isLoader(name)));
  Object.defineProperty(vm, 'constants', { value: constants });
  replace(Module.prototype, '_compile', 'module._compile');
}

/** @param {Socket} channel */
function removeSockets(channel) {
  const socket = new Socket();
  // It is destroyed before it connects. By then it has a native handle, or the permission model has refused one.
  socket.on('error', () => {});
  socket.connect({ host: '127.0.0.1', port: 9 });
  const datagrams = createSocket('udp4');
  const state = Object.getOwnPropertySymbols(datagrams).find((symbol) => String(symbol) === 'Symbol(state symbol)');
  const native = [
    handleOf(socket),
    handleOf(channel),
    Reflect.get(datagrams, state ?? '')?.handle,
    handleOf(new dns.Resolver()),
  ];
  for (const [index, handle] of native.entries()) {
    if (!handle) throw new Error(`This version of Node hides its native handle number ${index}.`);
    const prototype = Object.getPrototypeOf(handle);
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const isNeeded = name === 'constructor' || (handle === native[1] && !OPENING.has(name));
      if (typeof value === 'function' && !isNeeded && !Reflect.deleteProperty(prototype, name))
        throw new Error(`${name} cannot be removed.`);
    }
  }
  socket.destroy();
}

/** @param {object} owner */
const handleOf = (owner) => Reflect.get(owner, '_handle');

/** The methods of a pipe that lead out of the process. */
const OPENING = new Set(['open', 'bind', 'listen', 'connect', 'fchmod']);

/** They send signals, start programs, load native code, or change who the process is. */
const PROCESS_FUNCTIONS = [
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  '_startProfilerIdleNotifier',
  '_stopProfilerIdleNotifier',
  'abort',
  'binding',
  '_linkedBinding',
  'dlopen',
  'execve',
  'chdir',
  'umask',
  'loadEnvFile',
  'setuid',
  'seteuid',
  'setgid',
  'setegid',
  'setgroups',
  'initgroups',
];

/** Modules that only compute, or that the permission model guards. */
const HARMLESS_MODULES = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'console',
  'constants',
  'diagnostics_channel',
  'domain',
  'events',
  'fs',
  'path',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'sea',
  'stream',
  'string_decoder',
  'sys',
  'test',
  'timers',
  'url',
  'util',
  'vm',
  'zlib',
]);

/** @param {string} name Such as `stream/web` or `_stream_wrap`. */
function isHarmless(name) {
  const [module = ''] = name.replace(/^node:/, '').split('/');
  return HARMLESS_MODULES.has(module) || module.startsWith('_stream_');
}

/**
 * What the other modules lose: all that they export, if they are not here.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const REMOVED_EXPORTS = {
  crypto: ['setEngine', 'setFips'],
  module: ['register', 'registerHooks', 'runMain', 'enableCompileCache', 'findPackageJSON', 'flushCompileCache'],
  tty: ['ReadStream', 'WriteStream'],
  os: ['setPriority', 'hostname', 'networkInterfaces', 'userInfo'],
};

/** Modules that `builtinModules` does not list in every version that has them. */
const UNLISTED_MODULES = ['node:ffi', 'node:quic', 'node:sqlite', 'node:vfs'];

/**
 * @param {object} owner
 * @param {string} key
 * @param {string} name
 */
function replace(owner, key, name) {
  const descriptor = Object.getOwnPropertyDescriptor(owner, key);
  if (!descriptor?.configurable) return;
  Object.defineProperty(owner, key, {
    // No arrow: some are called as constructors, and extended.
    value: function unavailable() {
      throw new Error(`${name} is not available to code: it has no network, no files and no other processes.`);
    },
    configurable: true,
    writable: true,
  });
}
