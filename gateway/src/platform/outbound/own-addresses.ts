// Finds the addresses of the gateway's own names and of its services' hosts. An alias of such a
// name is the gateway, too, which never calls itself for others.

import { isIP } from 'node:net';
import { isLocalhost, type Resolver } from './resolver.ts';
import { environment } from '../environment.ts';

const askedAgainMs = 60_000;

/**
 * Reports the addresses of `hosts`. To be called before each connection: the first call waits for
 * the name servers, later ones never, so that the gateway's own name cannot hold up callbacks. A
 * name that is not found has no address to be refused.
 */
export function watchOwnAddresses(
  resolver: Resolver,
  hosts: readonly string[],
  report: (addresses: readonly string[]) => void,
): () => Promise<void> {
  const names = hosts.filter(
    (host) =>
      isIP(host.replace(/^\[|\]$/g, '')) === 0 &&
      !isLocalhost(host.toLowerCase().replace(/\.$/, '')),
  );
  let first: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<void> => {
    const answers = await Promise.allSettled(names.map((name) => resolver.resolve(name)));
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value.map(({ address }) => address) : [],
    );
    // The known addresses stay while DNS does not answer.
    if (addresses.length > 0) report(addresses);
  };
  return async () => {
    if (names.length === 0) return;
    const now = environment.monotonic();
    if (now - askedAt >= askedAgainMs) {
      askedAt = now;
      const asking = ask();
      first ??= asking;
    }
    await first;
  };
}
