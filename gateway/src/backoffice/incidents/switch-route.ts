// Switches a route off with an incident that says so, in one commit, and on again. The incident
// lasts until its last text is written: a route that is on says nothing about what its users shall
// read.

import { switchRoute } from '../../payments/catalogue/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { BothLanguages } from './store.ts';
import { concernedOf, openIncident, type Author } from './write.ts';

const titleOf = (providers: readonly string[]): BothLanguages => ({
  fr: titleOfMax(`Service interrompu : ${providers.join(', ')}`),
  en: titleOfMax(`Service interrupted: ${providers.join(', ')}`),
});

const titleCharactersMax = 120;
const titleOfMax = (title: string): string =>
  title.length > titleCharactersMax ? `${title.slice(0, titleCharactersMax - 1)}…` : title;

export interface RouteSwitch {
  name: string;
  off: boolean;
  /** For the audit log. */
  reason: string;
  /** What is published of it; null: nothing, as of a route that no service uses. */
  text: BothLanguages | null;
}

/** `version` null: it was so already, and nothing was opened. `incident` null: none was opened. */
export async function switchRouteWithIncident(
  database: Database,
  by: Author,
  { name, off, reason, text }: RouteSwitch,
): Promise<
  | { ok: true; version: number | null; incident: number | null }
  | { ok: false; refusal: 'unknown route' }
> {
  let incident: number | null = null;
  const switched = await switchRoute(database, by, { name, off, reason }, async (session, used) => {
    incident = null;
    if (!off || text === null || used.length === 0) return;
    const concerned = concernedOf(used);
    const title = titleOf(concerned.providers);
    incident = await openIncident(session, by, { ...concerned, title, text, route: name });
  });
  return switched.ok ? { ...switched, incident } : switched;
}
