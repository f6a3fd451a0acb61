// Which addresses may the gateway connect to? In live mode only public ones, checked at the moment of the connection on the very
// address that is dialled, so that a name cannot change its mind in between. The sandbox may also call this machine.

import type { LookupAddress } from 'node:dns';
import { lookup as lookupBySystem, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';

/** Public by registry range, but a cloud provider's metadata service. */
const refusedPublicAddresses = new Set(['168.63.129.16']);

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || refusedPublicAddresses.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || isHandedOut(parsed as ipaddr.IPv6);
}

/** Public IPv6 addresses are those of 2000::/3. What lies beside it looks ordinary to ipaddr.js, ::127.0.0.1 too. */
function isHandedOut({ parts }: ipaddr.IPv6): boolean {
  return (parts[0]! & 0xe000) === 0x2000;
}

export function isLoopbackAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}

export interface AddressGuard {
  /** May this address be connected to? `address` is plain, as sockets and name servers give it. */
  mayConnect(address: string): boolean;
  /** May this name be asked for at all? Every one of its addresses is checked besides. */
  mayName(name: string): boolean;
}

/** `loopbackAllowed`: for sandbox installations, whose simulator and receivers run on this machine. */
export function createAddressGuard({ loopbackAllowed }: { loopbackAllowed: boolean }): AddressGuard {
  return {
    mayConnect: (address) => isPublicAddress(address) || (loopbackAllowed && isLoopbackAddress(address)),
    mayName: () => true,
  };
}

class BlockedTarget extends Error {
  code = 'ERR_BLOCKED_TARGET';
}

export interface GuardSettings {
  /** For sandbox installations, whose simulator and receivers run on this machine. */
  loopbackAllowed: boolean;
  /** Name servers to ask, `address` or `address:port`; empty: the system's resolver. */
  dnsServers: string[];
}

/** A connector for undici that refuses every address it may not reach: literals before dialling, names by every one of their answers. */
export function guardedConnect(settings: GuardSettings): buildConnector.connector {
  const isAllowed = (address: string) => isPublicAddress(address) || (settings.loopbackAllowed && isLoopbackAddress(address));
  const lookup = guardedLookup(isAllowed, settings.dnsServers.length === 0 ? resolveBySystem : resolverOf(settings.dnsServers));
  const dial = buildConnector({ timeout: connectTimeoutMs, lookup } as buildConnector.BuildOptions);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) {
      callback(new BlockedTarget('address is not public'), null);
      return;
    }
    dial(options, callback);
  };
}

const connectTimeoutMs = 10_000;
const dnsTimeoutMs = 2_000;

type Resolve = (hostname: string) => Promise<LookupAddress[]>;

const resolveBySystem: Resolve = (hostname) => lookupBySystem(hostname, { all: true });

function resolverOf(dnsServers: string[]): Resolve {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 });
  resolver.setServers(dnsServers);
  return async (hostname) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses: LookupAddress[] = [];
    if (four.status === 'fulfilled') for (const address of four.value) addresses.push({ address, family: 4 });
    if (six.status === 'fulfilled') for (const address of six.value) addresses.push({ address, family: 6 });
    if (addresses.length === 0) throw Object.assign(new Error('name not found'), { code: 'ENOTFOUND' });
    return addresses;
  };
}

/** Resolves a name and hands out its addresses only when all of them may be reached, so that the checked address is the dialled one. */
function guardedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
          callback(new BlockedTarget('name has an address that is not public'), []);
        } else if (options.all === true) callback(null, addresses);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
