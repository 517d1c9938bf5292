import ipaddr from 'ipaddr.js';

/** Addresses where a cloud gives a machine its own secrets, such as the credentials of its role. */
const RANGES = [
  // Nearly all clouds, and their container services.
  '169.254.0.0/16',
  // Alibaba.
  '100.100.100.200/32',
  'fd00:100::100:200/128',
  // AWS, with its service for pods.
  'fd00:ec2::/32',
  // Azure: a public address that leads to the host of the virtual machine.
  '168.63.129.16/32',
  // Google.
  'fd20:ce::254/128',
  // Linode.
  'fd00:a9fe:a9fe::1/128',
  // Oracle.
  '192.0.0.192/32',
  'fd00:c1::a9fe:a9fe/128',
  // Scaleway.
  'fd00:42::42/128',
].map((range) => ipaddr.parseCIDR(range));

const NAMES = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
  'metadata.tencentyun.com',
]);

export function isMetadataAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return RANGES.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}

export function isMetadataName(hostname: string): boolean {
  return NAMES.has(hostname.toLowerCase().replace(/\.$/, ''));
}
