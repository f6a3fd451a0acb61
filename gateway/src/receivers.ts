// How does this installation call what others name, receivers of callbacks above all? Guard, resolver and transport as it is configured.

import { getCACertificates, type SecureContext } from 'node:tls';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Directory } from './domain/accounts/index.ts';
import { createCertificateWatch, createPinCopies } from './domain/pins/index.ts';
import type { Log } from './log.ts';
import type { DialSettings } from './outbound/dial.ts';
import { createAddressGuard, type AddressGuard } from './outbound/guard.ts';
import { delicateNetworks } from './outbound/networks.ts';
import { watchOwnAddresses } from './outbound/own-addresses.ts';
import { createPoster } from './outbound/post.ts';
import { probeReceiver } from './outbound/probe.ts';
import { createResolver } from './outbound/resolver.ts';
import { secureContextOf } from './outbound/tls.ts';

const probeTimeoutMs = 10_000;

/** Which hosts may be called. `publicUrl`: our own, which is not among them. */
export function guardOf({ mode, outboundNetworks }: Config, publicUrl: string | null): AddressGuard {
  return createAddressGuard({ loopbackAllowed: mode === 'sandbox', networks: outboundNetworks, ownHosts: ownHostsOf(publicUrl) });
}

const ownHostsOf = (publicUrl: string | null): string[] => (publicUrl === null ? [] : [new URL(publicUrl).hostname]);

/** Which certificates are believed: those of the usual authorities and of the operator's own. */
export function trustOf({ extraCa }: Config): SecureContext {
  return secureContextOf(extraCa.length === 0 ? undefined : [...getCACertificates('default'), ...extraCa]);
}

/** How receivers are reached. */
export function dialSettingsOf(config: Config, publicUrl: string | null): DialSettings {
  const guard = guardOf(config, publicUrl);
  const resolver = createResolver(config.dnsServers);
  const learnOwnAddresses = watchOwnAddresses(guard, resolver, ownHostsOf(publicUrl));
  return { guard, resolver, secureContext: trustOf(config), learnOwnAddresses };
}

/** The way to callback receivers, with what is known of their keys. */
export function openReceivers(
  { config, database, log }: { config: Config; database: Database; log: Log },
  directory: Directory,
  publicUrl: string,
) {
  const settings = dialSettingsOf(config, publicUrl);
  const delicate = delicateNetworks(config.outboundNetworks);
  if (delicate.length > 0)
    log.warn({ networks: delicate }, 'JOKKO_OUTBOUND_ALLOW lets callbacks reach link-local addresses or metadata services');
  const poster = createPoster(settings);
  const pins = createPinCopies(database);
  const watch = createCertificateWatch({ session: database, warn: (message, facts) => log.warn(facts, message) });
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
