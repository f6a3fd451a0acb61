// Which addresses have the gateway's own names? An alias of such a name is the gateway, too, which never calls itself for somebody else.

import { isIP } from 'node:net';
import type { AddressGuard } from './guard.ts';
import { isLocalhost, type Resolver } from './resolver.ts';

const askedAgainMs = 60_000;

/**
 * Tells the guard the addresses of `hosts`. To be called before each connection: the first call waits for the name servers, later ones never,
 * so that the gateway's own name cannot hold up callbacks. A name that is not found has no address to be refused.
 */
export function watchOwnAddresses(guard: AddressGuard, resolver: Resolver, hosts: readonly string[]): () => Promise<void> {
  const names = hosts.filter((host) => isIP(host.replace(/^\[|\]$/g, '')) === 0 && !isLocalhost(host.toLowerCase().replace(/\.$/, '')));
  let first: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<void> => {
    const answers = await Promise.allSettled(names.map((name) => resolver.resolve(name)));
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(({ address }) => address) : []));
    // What was known stays while nobody answers.
    if (addresses.length > 0) guard.setOwnAddresses(addresses);
  };
  return async () => {
    if (names.length === 0) return;
    const now = performance.now();
    if (now - askedAt >= askedAgainMs) {
      askedAt = now;
      const asking = ask();
      first ??= asking;
    }
    await first;
  };
}
