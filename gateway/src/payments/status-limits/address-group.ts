// Groups addresses that count as one caller: an IPv4 address alone, an IPv6 network of /64, since
// one machine owns all of it.

import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * All of whom no address is known, such as what a trusted proxy forwards instead of one: one
 * caller, whatever is written there.
 */
const unknownCaller = 'unknown';
const groupsPerNetwork = 4;

/**
 * The text that limits and blocks are counted by. Null, or what is no address: the unknown caller.
 */
export function addressGroup(address: string | null): string {
  if (address === null || isIPv4(address)) return address ?? unknownCaller;
  if (!isIPv6(address)) return unknownCaller;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.map((part, index) =>
    index < groupsPerNetwork ? part : 0,
  );
  return `${new ipaddr.IPv6(network).toString()}/64`;
}

/**
 * The group that a user means who writes an address, or a group as it is listed; null when it is
 * neither.
 */
export function readAddressGroup(text: string): string | null {
  const network = /^(.+)\/64$/.exec(text)?.[1];
  if (text === unknownCaller) return text;
  const group = addressGroup(network ?? text);
  return group === unknownCaller || (network !== undefined && !isIPv6(network)) ? null : group;
}
