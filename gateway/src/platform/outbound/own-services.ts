// Knows where the installation's own services answer (gateway, operator's port, databases, other
// nodes, mail server, simulator), in every spelling of their addresses: nobody reaches them by way
// of a callback.

import { networkInterfaces } from 'node:os';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopbackAddress, plainHost } from './guard.ts';
import { isLocalhost } from './resolver.ts';

export interface OwnService {
  /** A name, an address, or a wildcard address. */
  host: string;
  port: number;
}

/** All that are known so far: some come and go while the node runs. */
export interface KnownServices {
  /** The same list until something changes. */
  all(): readonly OwnService[];
  /** In place of what was said of this source before. */
  put(source: string, services: readonly OwnService[]): void;
}

export function knownServices(configured: readonly OwnService[]): KnownServices {
  const sources = new Map([['configured', configured]]);
  let all = [...configured];
  return {
    all: () => all,
    put(source, services) {
      if (JSON.stringify(sources.get(source) ?? []) === JSON.stringify(services)) return;
      sources.set(source, services);
      all = [...sources.values()].flat();
    },
  };
}

export interface OwnServices {
  /** `address` is plain, as sockets and name servers give it. */
  has(address: string, port: number): boolean;
  /** Hosts that are names of other machines: `setAddresses` reports where they are now. */
  names: readonly string[];
  setAddresses(addresses: readonly string[]): void;
}

/** `machineAddresses`: of this machine's network interfaces, besides loopback. */
export function createOwnServices(
  services: readonly OwnService[],
  machineAddresses: () => readonly string[] = interfaceAddresses,
): OwnServices {
  const isHere = (host: string): boolean => isThisMachine(host, machineAddresses);
  const plain = services.map(({ host, port }) => ({ host: plainHost(host), port }));
  const here = new Set(plain.filter(({ host }) => isHere(host)).map(({ port }) => port));
  const elsewhere = plain.filter(({ host }) => !isHere(host));
  // A port of one of them is refused at all of them: they are few, and nobody's receivers.
  const ports = new Set(elsewhere.map(({ port }) => port));
  const literal = new Set(elsewhere.map(({ host }) => host).filter((host) => isIP(host) !== 0));
  let named: ReadonlySet<string> = new Set();
  return {
    has: (address, port) =>
      (here.has(port) && isHere(plainHost(address))) ||
      (ports.has(port) && (literal.has(plainHost(address)) || named.has(plainHost(address)))),
    names: elsewhere.map(({ host }) => host).filter((host) => isIP(host) === 0),
    setAddresses: (addresses) => void (named = new Set(addresses.map(plainHost))),
  };
}

/** A connection to a wildcard address reaches the machine that makes it. */
function isThisMachine(host: string, machineAddresses: () => readonly string[]): boolean {
  if (isIP(host) === 0) return isLocalhost(host);
  return (
    isLoopbackAddress(host) ||
    ipaddr.process(host).range() === 'unspecified' ||
    machineAddresses().some((address) => plainHost(address) === host)
  );
}

const interfaceAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((found) =>
    (found ?? []).map(({ address }) => address),
  );
