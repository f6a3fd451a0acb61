// Decides which machines the gateway may call for others: public ones, this machine in a sandbox
// that nobody else reaches, and the networks that the operator lists; never its own services
// (own-services.ts). Names are checked here as texts; each of their addresses is checked at the
// moment of the connection (dial.ts), so that a name cannot change in between.

import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLocalhost } from './resolver.ts';

export interface AddressGuard {
  /** May this address be connected to? `address` is plain, as sockets and name servers give it. */
  mayConnect(address: string, port: number): boolean;
  /**
   * May this name be asked for? Without brackets; every one of its addresses is checked besides.
   */
  mayName(name: string, port: number): boolean;
  /** Is this an address of ours that is answered in this process, and never connected to? */
  isAnsweredHere(url: URL): boolean;
  /**
   * The addresses that the gateway's own names have now: refused like the names, unless this
   * machine or a network of the operator's is meant.
   */
  setOwnAddresses(addresses: readonly string[]): void;
}

export interface GuardSettings {
  /** For sandbox installations that only this machine reaches: their receivers run on it, too. */
  loopbackAllowed: boolean | (() => boolean);
  /** The operator's networks: addresses and CIDR ranges. */
  networks: readonly string[];
  /**
   * The public names and addresses of the gateway itself: it never calls itself on behalf of a
   * developer.
   */
  ownHosts: readonly string[];
  /**
   * Whether one of the installation's own services answers there, also in a network of the
   * operator's. `address` is plain. Absent: there are none.
   */
  isOwnService?(address: string, port: number): boolean;
  /** Absent: none is. */
  isAnsweredHere?(url: URL): boolean;
}

export function createAddressGuard({
  loopbackAllowed,
  networks,
  ownHosts,
  isOwnService = () => false,
  isAnsweredHere = () => false,
}: GuardSettings): AddressGuard {
  const allowed = blockListOf(networks);
  // This machine has many names in a sandbox; there nothing but its own address is meant.
  const own = new Set(ownHosts.map(plainHost).filter((host) => !isThisMachine(host)));
  let ownAddresses: ReadonlySet<string> = new Set();
  const mayLoop = typeof loopbackAllowed === 'function' ? loopbackAllowed : () => loopbackAllowed;
  const mayConnect = (address: string, port: number): boolean => {
    if (isIP(address) === 0) return false;
    const plain = plainIp(address);
    if (own.has(plain) || isOwnService(plain, port)) return false;
    if (allowed.check(plain, familyOf(plain)) || (isLoopbackAddress(address) && mayLoop()))
      return true;
    return isPublicAddress(address) && !ownAddresses.has(plain);
  };
  return {
    mayConnect,
    isAnsweredHere,
    setOwnAddresses: (addresses) => void (ownAddresses = new Set(addresses.map(plainHost))),
    mayName(given, port) {
      const name = plainHost(given);
      if (isLocalhost(name)) return mayConnect('127.0.0.1', port);
      // With networks of the operator's a local name may be meant; what it resolves to decides.
      return (
        !own.has(name) && !metadataNames.has(name) && (networks.length > 0 || isPublicName(name))
      );
    },
  };
}

/** Where a cloud tells a machine its secrets. */
const metadataNames = new Set(['metadata', 'metadata.google.internal', 'metadata.goog']);
/** Names that mean something in a local network only. */
const localSuffixes = ['.internal', '.local', '.localdomain', '.lan', '.home.arpa'];

const isPublicName = (name: string): boolean =>
  name.includes('.') && !localSuffixes.some((suffix) => name.endsWith(suffix));

/** As it is compared: lower case, without brackets and without the dot at its end. */
export function plainHost(host: string): string {
  const plain = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return isIP(plain) === 0 ? plain : plainIp(plain);
}

/** `isIPv4` knows the plain spelling alone. */
const plainIp = (address: string): string =>
  isIPv4(address) ? address : ipaddr.process(address).toString();

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Public by registry range, but a cloud provider's metadata service. */
const refusedPublicAddresses = new Set(['168.63.129.16']);

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || refusedPublicAddresses.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || isHandedOut(parsed as ipaddr.IPv6);
}

/**
 * Public IPv6 addresses are those of 2000::/3. What lies beside it looks ordinary to ipaddr.js,
 * ::127.0.0.1 too.
 */
function isHandedOut({ parts }: ipaddr.IPv6): boolean {
  return (parts[0]! & 0xe000) === 0x2000;
}

/** Whether this name or address is of the machine that uses it. */
export function isThisMachine(host: string): boolean {
  const plain = plainHost(host);
  return isLocalhost(plain) || isLoopbackAddress(plain);
}

export function isLoopbackAddress(address: string): boolean {
  if (isIPv4(address)) return address.startsWith('127.');
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';
}
