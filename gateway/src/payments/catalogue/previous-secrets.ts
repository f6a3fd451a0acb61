// Keeps the secrets that a route had before: while a provider still signs its notices with the old
// one, they are accepted for a time. New calls use the new secret at once. The earlier versions of
// the catalogue hold them, so that every node knows them, after a restart too.

import type { Session, Statement } from '../../platform/db/database.ts';
import {
  counterpartyOf,
  resolveConfig,
  type Configurable,
  type ValueSources,
} from '../../platform/documents/index.ts';
import type { RouteEntry } from './document.ts';

/** How long a provider may take to change over, unless the route says otherwise. */
const previousSecretsHoursDefault = 24;
/** The longest that a route may ask for. */
const previousSecretsHoursMax = 168;
/** The most of a route; somebody who changes a secret more often is trying something out. */
const previousMax = 3;
/** More are not read back. */
const retiredVersionsMax = 50;
const hourMs = 3_600_000;

export interface PreviousConfig {
  config: { [field: string]: unknown };
  /** Not accepted from then on; ms since 1970, real time. */
  untilMs: number;
}

/** The routes of a version that is not in force any more. */
export interface RetiredVersion {
  routes: RouteEntry[];
  endedAtMs: number;
}

const selectRetired: Statement = {
  name: 'select_catalogue_retired',
  text: `
    select v.document -> 'routes' as routes, n.created_at as ended
    from catalogue v join catalogue n on n.version = (select min(version) from catalogue
      where version > v.version)
    where n.created_at > now() - interval '${previousSecretsHoursMax} hours'
    order by v.version desc limit ${retiredVersionsMax}`,
};

/**
 * Those that ended within the longest time for which a route may keep its secrets; the latest
 * first.
 */
export async function loadRetired(session: Session): Promise<RetiredVersion[]> {
  const rows = await session.query<{ routes: RouteEntry[] | null; ended: Date }>(selectRetired);
  return rows.map(({ routes, ended }) => ({ routes: routes ?? [], endedAtMs: ended.getTime() }));
}

interface Settings extends ValueSources {
  connectors: { readonly [name: string]: Configurable };
}

/**
 * Its earlier configurations with other secrets for the same address and account; the latest first.
 */
export function previousConfigsOf(
  entry: RouteEntry,
  retired: readonly RetiredVersion[],
  settings: Settings,
): PreviousConfig[] {
  const forMs = (entry.previousSecretsHours ?? previousSecretsHoursDefault) * hourMs;
  const counterparty = counterpartyOf(entry, settings.connectors);
  const secretNames = (settings.connectors[entry.connector]?.configForm ?? [])
    .filter(({ type }) => type === 'secret')
    .map(({ name }) => name);
  const secretsIn = (config: { readonly [field: string]: unknown }): string =>
    JSON.stringify(secretNames.map((name) => config[name] ?? null));
  const known = new Set([secretsIn(resolveConfig(entry.config, settings) ?? {})]);
  const found: PreviousConfig[] = [];
  for (const { routes, endedAtMs } of retired) {
    const earlier = routes.find(({ name }) => name === entry.name);
    if (earlier === undefined || counterpartyOf(earlier, settings.connectors) !== counterparty)
      continue;
    const config = resolveConfig(earlier.config, settings);
    if (config === null || known.has(secretsIn(config)) || found.length === previousMax) continue;
    known.add(secretsIn(config));
    if (forMs > 0) found.push({ config, untilMs: endedAtMs + forMs });
  }
  return found;
}
