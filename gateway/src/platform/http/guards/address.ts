// Determines the caller's address, in one notation whatever a proxy forwards: keys' address lists,
// keyless status queries and the status limit all compare it (rules S1, S2).

import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** An IPv6 address with a port (39 + 8 characters) and a zone; longer texts are none. */
const charactersMax = 100;
const withPort = /^([\d.]+):\d{1,5}$/;
const withBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/;

/**
 * The address alone: without port, brackets and zone, IPv4 as IPv4 even where it comes mapped into
 * IPv6, IPv6 in its shortest form. Null for what is no address.
 */
export function plainAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  if (text.length > charactersMax) return null;
  const [address = ''] = (withPort.exec(text)?.[1] ?? withBrackets.exec(text)?.[1] ?? text).split(
    '%',
  );
  if (isIPv4(address)) return address;
  return isIPv6(address) ? ipaddr.process(address).toString() : null;
}

/**
 * The caller's address: the connection's own, or what a trusted proxy forwards. Null where the
 * proxy forwards something else: it must not count as the proxy's own, which nobody limits.
 */
export function callerAddress(request: FastifyRequest): string | null {
  return plainAddress(request.ip ?? '');
}

/** Whether one who forwards an address is believed; `isTrusted` knows plain addresses. */
export function trustForwarded(
  isTrusted: (address: string) => boolean,
): (address: string | undefined) => boolean {
  return (address) => {
    const plain = plainAddress(address ?? '');
    return plain !== null && isTrusted(plain);
  };
}
