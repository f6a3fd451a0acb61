// Assembles the outbound calls of this installation to addresses that others name, callback
// receivers above all: guard, resolver and transport as configured.

import { getCACertificates } from 'node:tls';
import type { Config } from '../config/config.ts';
import type { GatewayOptions } from './options.ts';
import type { Directory } from '../../payments/accounts/index.ts';
import { createCertificateWatch, createPinCache } from '../../payments/pins/index.ts';
import { readInboxPath } from '../../payments/test-inbox/index.ts';
import type { OwnPeople } from '../../platform/http/guards/own-people.ts';
import type { DialSettings } from '../../platform/outbound/dial.ts';
import { createAddressGuard, plainHost, type AddressGuard } from '../../platform/outbound/guard.ts';
import { delicateNetworks } from '../../platform/outbound/networks.ts';
import { watchOwnAddresses } from '../../platform/outbound/own-addresses.ts';
import {
  createOwnServices,
  type KnownServices,
  type OwnService,
  type OwnServices,
} from '../../platform/outbound/own-services.ts';
import { createPoster } from '../../platform/outbound/post.ts';
import { probeReceiver } from '../../platform/outbound/probe.ts';
import { createResolver, isLocalhost, type Resolver } from '../../platform/outbound/resolver.ts';
import { secureContextOf, type Trust } from '../../platform/outbound/tls.ts';

const probeTimeoutMs = 10_000;
/** To one provider. */
export const connectionsPerOrigin = 256;

/**
 * Which hosts may be called. `publicUrl`: our own, which is not among them. Loopback is for a
 * sandbox that only this machine reaches: where others are served, a developer would read what this
 * machine keeps to itself.
 */
export function guardOf(
  { mode, outboundNetworks }: Config,
  publicUrl: string | null,
  people: Pick<OwnPeople, 'areAlone'>,
  { has }: Pick<OwnServices, 'has'>,
): AddressGuard {
  return createAddressGuard({
    loopbackAllowed: () => mode === 'sandbox' && people.areAlone(),
    networks: outboundNetworks,
    ownHosts: ownHostsOf(publicUrl),
    isOwnService: has,
    isAnsweredHere: (url) =>
      mode === 'sandbox' && readInboxPath(url) !== null && isOurs(url, publicUrl, has),
  });
}

/** An address that would be refused as one of our own: by this nobody else's is let pass. */
function isOurs(
  { hostname, protocol, port: given, host }: URL,
  publicUrl: string | null,
  has: OwnServices['has'],
): boolean {
  const name = plainHost(hostname);
  const port = given === '' ? (protocol === 'https:' ? 443 : 80) : Number(given);
  return (
    has(isLocalhost(name) ? '127.0.0.1' : name, port) ||
    (publicUrl !== null && new URL(publicUrl).host === host)
  );
}

const ownHostsOf = (publicUrl: string | null): string[] =>
  publicUrl === null ? [] : [new URL(publicUrl).hostname];

/** Which certificates are believed: those of the usual authorities and of the operator's own. */
export function trustOf({ extraCa }: Config): Trust {
  const authorities =
    extraCa.length === 0 ? undefined : [...getCACertificates('default'), ...extraCa];
  return { secureContext: secureContextOf(authorities), authorities };
}

/** How receivers are reached. */
export function dialSettingsOf(
  config: Config,
  {
    publicUrl,
    services: known,
    people,
  }: {
    publicUrl: string | null;
    services: Pick<KnownServices, 'all'>;
    people: Pick<OwnPeople, 'areAlone'>;
  },
): DialSettings {
  const resolver = createResolver(config.dnsServers);
  const services = followServices(known, resolver);
  const guard = guardOf(config, publicUrl, people, {
    has: (address, port) => services().has(address, port),
  });
  const learnOwnNames = watchOwnAddresses(resolver, ownHostsOf(publicUrl), guard.setOwnAddresses);
  return {
    guard,
    resolver,
    secureContext: trustOf(config).secureContext,
    learnOwnAddresses: async () =>
      void (await Promise.all([learnOwnNames(), services().learnAddresses()])),
  };
}

/** What is known at the moment, with the addresses of its names. */
function followServices(
  known: Pick<KnownServices, 'all'>,
  resolver: Resolver,
): () => Pick<OwnServices, 'has'> & { learnAddresses(): Promise<void> } {
  const read = (list: readonly OwnService[]) => {
    const { has, names, setAddresses } = createOwnServices(list);
    return { list, has, learnAddresses: watchOwnAddresses(resolver, names, setAddresses) };
  };
  let present = read(known.all());
  return () => (present.list === known.all() ? present : (present = read(known.all())));
}

/** The way to callback receivers, with what is known of their keys. */
export function openReceivers(
  {
    config,
    database,
    log,
    ...own
  }: Pick<GatewayOptions, 'config' | 'database' | 'log' | 'services' | 'people'>,
  directory: Directory,
  publicUrl: string,
) {
  const settings = dialSettingsOf(config, { ...own, publicUrl });
  const delicate = delicateNetworks(config.outboundNetworks);
  if (delicate.length > 0)
    log.warn(
      { networks: delicate },
      'JOKKO_OUTBOUND_ALLOW lets callbacks reach link-local addresses or metadata services',
    );
  const poster = createPoster(settings);
  const pins = createPinCache(database);
  const watch = createCertificateWatch({
    session: database,
    warn: (message, terms) => log.warn(terms, message),
  });
  return {
    guard: settings.guard,
    /** What a receiver presents right now. */
    probe: (url: URL) => probeReceiver(settings, url, probeTimeoutMs),
    post: poster.post,
    async pinsOf(accountId: number, url: string) {
      const account = await directory.byId(accountId);
      return account === null ? null : pins.of(account, url);
    },
    saw: watch.saw,
    watch,
    async close() {
      poster.close();
      await watch.drain().catch(() => {});
    },
  };
}
