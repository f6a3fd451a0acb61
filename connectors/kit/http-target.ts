// Derives the target (host, port, TLS) of an HTTP address.

import type { Target } from './connector.ts';

/** The target of an address that `isHttpAddress` found good. */
export function targetOfUrl(address: string): Target {
  const { hostname, port, protocol } = new URL(address);
  const tls = protocol === 'https:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (tls ? 443 : 80) : Number(port),
    tls: tls ? {} : null,
  };
}
