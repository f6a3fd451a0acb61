// Recognises a proxy that TRUSTED_PROXIES does not list. Its own address stands for all who come
// through it, so that it must neither pass unnoticed nor be locked out for one of them.

import type { CountedFrom } from './counted-by.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPublicAddress } from '../../outbound/guard.ts';
import { callerAddress, plainAddress } from './address.ts';
import { isForwarded } from './own-people.ts';

interface Forwarder {
  /** Whom the connection, or a proxy that is listed, shows as the caller. */
  address: string;
  /** For whom it says it speaks; null where it does not say. */
  forwards: string | null;
}

/** Who forwards this request without being listed; null: nobody does. */
function forwarderOf(request: FastifyRequest): Forwarder | null {
  const { headers } = request;
  const given = headers['x-forwarded-for'];
  // Each listed proxy has put one address there, and the next one is what the caller brought.
  const hops = request.ips?.length ?? 1;
  const forwards = (typeof given === 'string' ? given : (given ?? []).join(','))
    .split(',')
    .at(-hops);
  const brought = given !== undefined && forwards !== undefined;
  if (!brought && (hops > 1 || !isForwarded(request))) return null;
  const address = callerAddress(request);
  if (address === null) return null;
  return { address, forwards: brought ? plainAddress(forwards.trim()) : null };
}

/**
 * Anybody can send such a header. Only what stands in our own network, or on this machine, is
 * evidently a proxy.
 */
const isEvident = ({ address }: Forwarder): boolean => !isPublicAddress(address);

/** Whether the caller's address is evidently that of a proxy, which many share. */
export function isUnlistedProxy(request: FastifyRequest): boolean {
  const forwarder = forwarderOf(request);
  return forwarder !== null && isEvident(forwarder);
}

/**
 * The address by which wrong passwords are counted: the caller's, or behind what is evidently an
 * unlisted proxy the one that it forwards. That one is not proved, so it opens nothing; it only
 * keeps the people behind the proxy apart.
 */
export function countedAddress(request: FastifyRequest): string | null {
  const forwarder = forwarderOf(request);
  return forwarder !== null && isEvident(forwarder)
    ? (forwarder.forwards ?? forwarder.address)
    : callerAddress(request);
}

/** More than these are no proxies of one installation. */
const reportedMax = 10;

/** Reports each unlisted forwarder once. `evident`: it stands in our own network. */
export function watchProxies(
  app: FastifyInstance,
  report: (address: string, evident: boolean) => void,
): void {
  const reported = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const forwarder = reported.size < reportedMax ? forwarderOf(request) : null;
    if (forwarder !== null && !reported.has(forwarder.address)) {
      reported.add(forwarder.address);
      report(forwarder.address, isEvident(forwarder));
    }
    done();
  });
}

/** Who sends the request, for limits of callers. */
export const callerToCount = (request: FastifyRequest): CountedFrom => ({
  countedFrom: countedAddress(request),
  address: callerAddress(request),
});
