// Reports proxies that TRUSTED_PROXIES does not list.

import { noteNodeWarning } from '../../platform/health/index.ts';
import type { GatewayOptions } from './options.ts';

/**
 * In the log whoever it is; in the health report what stands in our own network, since anybody can
 * send such a header.
 */
export function proxyReporter({
  config,
  database,
  log,
}: Pick<GatewayOptions, 'config' | 'database' | 'log'>) {
  return (address: string, evident: boolean): void => {
    log.warn(
      { proxy: address },
      'requests are forwarded by an address that TRUSTED_PROXIES does not list: whom it forwards for is not believed',
    );
    if (!evident) return;
    noteNodeWarning(database, config.nodeId, 'unlistedProxy', address).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'unlisted proxy not recorded'),
    );
  };
}
