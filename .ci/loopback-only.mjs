/** Refuses every connection of this process that would leave the machine, so that no test needs the network; npm may. */
import dns from 'node:dns';
import { BlockList, isIP, Socket } from 'node:net';

const isNpm = /[\\/]np[mx](-cli\.js)?$/.test(process.argv[1] ?? '');
/** Loopback in every spelling; the unspecified addresses reach this machine, too. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::', 'ipv6');
loopback.addAddress('::1', 'ipv6');

/** @param {string} address */
const isLoopback = (address) => loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

if (!isNpm) {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (...args) {
    // Node.js itself hands over the arguments as one list.
    const [first, ...rest] = Array.isArray(args[0]) ? args[0] : args;
    const options =
      typeof first === 'object' ? first : { port: first, host: typeof rest[0] === 'string' ? rest[0] : undefined };
    const { host = 'localhost', path, lookup = dns.lookup } = options;
    if (path || (isIP(host) && isLoopback(host))) return connect.apply(this, args);
    if (isIP(host)) return this.destroy(refusal(host));
    const onlyLoopback = (name, wanted, done) =>
      lookup(name, wanted, (error, found, family) => {
        const foreign = [found]
          .flat()
          .map((entry) => entry?.address ?? entry)
          .find((address) => address && !isLoopback(address));
        done(error ?? (foreign === undefined ? null : refusal(foreign)), found, family);
      });
    return connect.call(
      this,
      { ...options, lookup: onlyLoopback },
      rest.find((value) => typeof value === 'function'),
    );
  };
}

/** @param {string} address */
function refusal(address) {
  return new Error(`No network but loopback in the tests: a connection to ${address} was refused.`);
}
