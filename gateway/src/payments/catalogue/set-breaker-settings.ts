// Sets by which numbers the breaker of a route opens, is tried and closes, and at what pace what
// waits for it leaves. Takes effect at once, on all nodes, as a new version of the catalogue.

import { isDeepStrictEqual } from 'node:util';
import type { Who } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { changeInForce } from '../../platform/documents/index.ts';
import { breakerSettingsOf } from './compile.ts';
import type { BreakerSettings, CatalogueDocument, RouteEntry } from './document.ts';
import { catalogueKind } from './kind.ts';

/**
 * `was`: the settings that the user has seen; `conflict` where others are in force by now.
 * `version` null: they were so already. The settings are within their bounds.
 */
export async function setBreakerSettings(
  database: Database,
  by: { who: Who; userId: number | null },
  { route: name, settings, was, reason }: SettingsChange,
): Promise<
  { ok: true; version: number | null } | { ok: false; refusal: 'unknown route' | 'conflict' }
> {
  let refusal: 'unknown route' | 'conflict' | null = 'unknown route';
  const changed = await changeInForce(database, catalogueKind, {
    ...by,
    reason,
    action: 'route.breaker-settings',
    subject: `route/${name}`,
    change(before) {
      const document = before as CatalogueDocument;
      const route = document.routes.find((each) => each.name === name);
      if (route === undefined) return null;
      const old = breakerSettingsOf(route);
      refusal = isDeepStrictEqual(old, was) ? null : 'conflict';
      if (refusal !== null || isDeepStrictEqual(old, settings)) return null;
      const now = { ...withoutSettings(route), ...settings };
      const routes = document.routes.map((each) => (each === route ? now : each));
      return { document: { ...document, routes }, old, new: { ...settings, reason } };
    },
  });
  if (changed === 'none') return { ok: false, refusal: 'unknown route' };
  return refusal === null ? { ok: true, version: changed.version } : { ok: false, refusal };
}

const settable: ReadonlySet<string> = new Set<keyof BreakerSettings>([
  'breaker',
  'breakerRule',
  'parkedHours',
  'parkedPerSecond',
]);

const withoutSettings = (route: RouteEntry): RouteEntry =>
  Object.fromEntries(Object.entries(route).filter(([name]) => !settable.has(name))) as RouteEntry;

interface SettingsChange {
  route: string;
  settings: BreakerSettings;
  was: BreakerSettings;
  reason: string;
}
