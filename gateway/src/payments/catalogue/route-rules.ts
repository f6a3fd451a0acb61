// Checks that a route can be used as configured, against the connector's own form and check.

import type { Mode } from '../../platform/db/mode.ts';
import type { Connector } from '@jokko/connectors/kit';
import {
  checkConnectorConfig,
  type EntryProblem,
  type ValueSources,
} from '../../platform/documents/index.ts';
import { breakerRuleFault } from './breaker-rule.ts';
import type { RouteEntry } from './document.ts';

export interface RouteSettings extends ValueSources {
  connectors: { readonly [name: string]: Connector };
  mode: Mode;
}

// Connects to the simulator only.
const simulatorConnector = 'sandbox';

export interface CheckedRoute {
  problems: EntryProblem[];
  /** What the configured connector can do; null when the configuration is no good. */
  operations: readonly string[] | null;
  /** Kinds that sell a product of the provider. */
  productFor: readonly string[];
}

export function checkRoute(entry: RouteEntry, settings: RouteSettings): CheckedRoute {
  const { problems, connector, config } = checkConnectorConfig(
    entry,
    settings.connectors,
    settings,
  );
  if (
    connector !== null &&
    settings.mode !== 'sandbox' &&
    (config['sandbox'] === true || entry.connector === simulatorConnector)
  ) {
    problems.push({
      path: 'connector',
      message: `a ${settings.mode} installation has no sandbox routes`,
    });
  }
  const fault = breakerRuleFault(entry.breakerRule ?? {});
  if (fault !== null)
    problems.push({
      path: `breakerRule/${fault}`,
      message: 'must not be shorter than firstWaitSeconds',
    });
  const capabilities =
    connector !== null && problems.length === 0 ? connector.capabilities(config) : null;
  return {
    problems,
    operations: capabilities?.operations ?? null,
    productFor: capabilities?.productFor ?? [],
  };
}
