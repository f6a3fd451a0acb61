// Can a route be used as it is configured? Checks its configuration against the connector's own form and check.

import type { Connector } from '@jokko/connector-kit';
import { checkConnectorConfig, type EntryProblem, type ValueSources } from '../documents/index.ts';
import type { RouteEntry } from './document.ts';

export interface RouteSettings extends ValueSources {
  connectors: { readonly [name: string]: Connector };
  mode: 'sandbox' | 'live';
}

// Speaks to nobody but the simulator.
const simulatorConnector = 'sandbox';

export interface CheckedRoute {
  problems: EntryProblem[];
  /** What the configured connector can do; null when the configuration is no good. */
  operations: readonly string[] | null;
}

export function checkRoute(entry: RouteEntry, settings: RouteSettings): CheckedRoute {
  const { problems, connector, config } = checkConnectorConfig(entry, settings.connectors, settings);
  if (connector !== null && settings.mode === 'live' && (config['sandbox'] === true || entry.connector === simulatorConnector)) {
    problems.push({ path: 'connector', message: 'a live installation has no sandbox routes' });
  }
  return { problems, operations: connector !== null && problems.length === 0 ? connector.capabilities(config).operations : null };
}
