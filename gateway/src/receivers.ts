// How does this installation call what others name, receivers of callbacks above all? Guard, resolver and transport as it is configured.

import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Config } from './config.ts';
import { createAddressGuard, type AddressGuard } from './outbound/guard.ts';
import { createResolver } from './outbound/resolver.ts';

/** Which hosts may be called. `publicUrl`: our own, which is not among them. */
export function guardOf({ mode, outboundNetworks }: Config, publicUrl: string | null): AddressGuard {
  const ownHosts = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  return createAddressGuard({ loopbackAllowed: mode === 'sandbox', networks: outboundNetworks, ownHosts });
}

/** Which certificates are believed: those of the usual authorities and of the operator's own. */
export function trustOf({ extraCa }: Config): SecureContext {
  return createSecureContext(extraCa.length === 0 ? {} : { ca: [...getCACertificates('default'), ...extraCa] });
}

/** How receivers are reached. */
export function dialSettingsOf(config: Config, publicUrl: string | null) {
  return { guard: guardOf(config, publicUrl), resolver: createResolver(config.dnsServers), secureContext: trustOf(config) };
}
