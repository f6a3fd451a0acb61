// Assembles the outbound calls of this installation to addresses that others name, callback
// receivers above all: guard, resolver and transport as configured.

import { getCACertificates } from 'node:tls';
import { isLoopback, type Config } from './config.ts';
import { ownServicesOf } from './own-services.ts';
import type { Database } from '../platform/db/database.ts';
import type { Directory } from '../payments/accounts/index.ts';
import { createCertificateWatch, createPinCache } from '../payments/pins/index.ts';
import type { Log } from '../platform/log.ts';
import type { DialSettings } from '../platform/outbound/dial.ts';
import { createAddressGuard, type AddressGuard } from '../platform/outbound/guard.ts';
import { delicateNetworks } from '../platform/outbound/networks.ts';
import { watchOwnAddresses } from '../platform/outbound/own-addresses.ts';
import { createOwnServices, type OwnServices } from '../platform/outbound/own-services.ts';
import { createPoster } from '../platform/outbound/post.ts';
import { probeReceiver } from '../platform/outbound/probe.ts';
import { createResolver } from '../platform/outbound/resolver.ts';
import { secureContextOf, type Trust } from '../platform/outbound/tls.ts';

const probeTimeoutMs = 10_000;
/** Connections of one thread to one provider. */
export const connectionsPerOrigin = 256;

/**
 * Which hosts may be called. `publicUrl`: our own, which is not among them. Loopback is for a sandbox that only this machine reaches: where
 * others are served, a developer would read what this machine keeps to itself.
 */
export function guardOf(
  { mode, host, outboundNetworks }: Config,
  publicUrl: string | null,
  { has }: Pick<OwnServices, 'has'>,
): AddressGuard {
  return createAddressGuard({
    loopbackAllowed: mode === 'sandbox' && isLoopback(host),
    networks: outboundNetworks,
    ownHosts: ownHostsOf(publicUrl),
    isOwnService: has,
  });
}

const ownHostsOf = (publicUrl: string | null): string[] =>
  publicUrl === null ? [] : [new URL(publicUrl).hostname];

/** Which certificates are believed: those of the usual authorities and of the operator's own. */
export function trustOf({ extraCa }: Config): Trust {
  const authorities =
    extraCa.length === 0 ? undefined : [...getCACertificates('default'), ...extraCa];
  return { secureContext: secureContextOf(authorities), authorities };
}

/** How receivers are reached. `databaseUrl`: of the database that is used; null where none is. */
export function dialSettingsOf(
  config: Config,
  publicUrl: string | null,
  databaseUrl: string | null,
): DialSettings {
  const services = createOwnServices(ownServicesOf(config, databaseUrl));
  const guard = guardOf(config, publicUrl, services);
  const resolver = createResolver(config.dnsServers);
  const learnOwnNames = watchOwnAddresses(resolver, ownHostsOf(publicUrl), guard.setOwnAddresses);
  const learnServices = watchOwnAddresses(resolver, services.names, services.setAddresses);
  return {
    guard,
    resolver,
    secureContext: trustOf(config).secureContext,
    learnOwnAddresses: async () => void (await Promise.all([learnOwnNames(), learnServices()])),
  };
}

/** The way to callback receivers, with what is known of their keys. */
export function openReceivers(
  {
    config,
    database,
    databaseUrl,
    log,
  }: { config: Config; database: Database; databaseUrl: string; log: Log },
  directory: Directory,
  publicUrl: string,
) {
  const settings = dialSettingsOf(config, publicUrl, databaseUrl);
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
    learnOwnAddresses: settings.learnOwnAddresses,
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
