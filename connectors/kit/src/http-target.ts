// Where does an HTTP address lead to?

import type { Target } from './connector.ts';

/** Of an address that `isHttpAddress` found good. */
export function targetOfUrl(address: string): Target {
  const { hostname, port, protocol } = new URL(address);
  const tls = protocol === 'https:';
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? (tls ? 443 : 80) : Number(port), tls: tls ? {} : null };
}
