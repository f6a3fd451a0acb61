// Where does a one-time link lead? To a page of the portal; the token is behind the #, so that it reaches no server's log.

import type { Config } from '../config.ts';

export type LinkPage = 'first-operator' | 'invitation' | 'reset';

/** `baseUrl`: of the portal, without a slash at the end. */
export const portalLink = (baseUrl: string, page: LinkPage, token: string): string => `${baseUrl}/${page}#${token}`;

/** The portal's address as far as the configuration tells it. */
export function configuredUrl({ publicUrl, tls, host, port }: Config): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return publicUrl ?? `${tls === null ? 'http' : 'https'}://${shown}:${port}`;
}
