// Derives the state of a provider connection. An SMS carrier connection is open only as far as its
// sessions are.

import type { RouteAnswer } from '@jokko/contract/portal';

export type Connector = RouteAnswer<'GET operator/connectors'>['items'][number];
/** `closed`: since a recovery. `down`: no session of a connection is bound; `partly`: some are. */
export type ConnectorStanding = 'unusable' | 'closed' | 'off' | 'open' | 'partly' | 'down';

export function standingOf({
  kind,
  usable,
  off,
  closedSince,
  binds,
}: Pick<Connector, 'kind' | 'usable' | 'off' | 'closedSince' | 'binds'>): ConnectorStanding {
  if (!usable) return 'unusable';
  if (closedSince !== null) return 'closed';
  if (off) return 'off';
  if (kind === 'catalogue') return 'open';
  const bound = boundOf(binds);
  if (bound === 0) return 'down';
  return bound < binds.length ? 'partly' : 'open';
}

/** A session whose node is gone is bound no more, whatever it wrote last. */
export const boundOf = (binds: Connector['binds']): number =>
  binds.filter(({ state, node }) => state === 'bound' && node !== null).length;
