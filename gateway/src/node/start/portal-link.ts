// Writes one-time links to pages of the portal. The token is behind the #, so that it reaches no
// server's log.

import type { LinkPage } from '../../cli/context.ts';
import { findPortalUrl } from '../../platform/health/index.ts';
import type { Config } from '../config/config.ts';

/** `baseUrl`: of the portal, without a slash at the end. */
export const portalLink = (baseUrl: string, page: LinkPage, token: string): string =>
  `${baseUrl}/${page}#${token}`;

/**
 * As configured, else of one node that runs, the same for all, else where one would listen by this
 * configuration.
 */
export async function portalUrl(
  session: Parameters<typeof findPortalUrl>[0],
  config: Pick<Config, 'publicUrl' | 'tls' | 'host' | 'port'>,
): Promise<string> {
  return config.publicUrl ?? (await findPortalUrl(session)) ?? listeningUrl(config);
}

function listeningUrl({ tls, host, port }: Pick<Config, 'tls' | 'host' | 'port'>): string {
  const shown =
    host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls === null ? 'http' : 'https'}://${shown}:${port}`;
}
