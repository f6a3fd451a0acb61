// Which addresses count as one caller? An IPv4 address alone, an IPv6 network of /64, since one machine owns all of it.

import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The text that limits and blocks are counted by. */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
