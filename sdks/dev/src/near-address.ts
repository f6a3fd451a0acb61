// Whether a host is this machine or on a private network. Link-local and unique local addresses are
// not among them, nor are names in .internal: clouds answer there with the machine's credentials.

import { BlockList, isIP } from 'node:net';

const near = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, prefix, 'ipv4');
near.addAddress('::1', 'ipv6');

/** `hostname`: as in a URL, IPv6 in brackets. */
export function isNearAddress(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const version = isIP(host);
  if (version !== 0) return near.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return /^(localhost|host\.docker\.internal|.*\.(localhost|local))$/.test(host);
}
