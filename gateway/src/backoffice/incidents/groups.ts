// Groups services by provider and country, and makes of the days of their routes and of incidents
// one letter for each day. Pure.

import type { Service } from '../../payments/catalogue/index.ts';
import type { HealthLevel, RouteDay } from '../../payments/route-health/index.ts';
import type { Incident } from './list.ts';

export interface ServiceGroup {
  provider: string;
  country: string | null;
  services: Pick<Service, 'code' | 'routes'>[];
}

/** By country, then by provider; those of no country last. */
export function groupsOf(services: readonly Service[]): ServiceGroup[] {
  const groups = new Map<string, ServiceGroup>();
  for (const service of services) {
    const { provider, country } = service;
    const key = `${country ?? ''} ${provider}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { provider, country, services: [service] });
    else group.services.push(service);
  }
  return [...groups.values()].toSorted(
    (one, other) =>
      Number(one.country === null) - Number(other.country === null) ||
      (one.country ?? '').localeCompare(other.country ?? '') ||
      one.provider.localeCompare(other.provider),
  );
}

const dayMs = 86_400_000;
const letters: { readonly [level in HealthLevel]: string } = {
  healthy: 'w',
  degraded: 'd',
  down: 'x',
};
/** From nothing known to the worst. */
const order = 'nwdx';

/**
 * The days of one group, today last. A day with an incident is disturbed at least: people have said
 * so.
 */
export function daysOf(
  { services }: ServiceGroup,
  days: readonly RouteDay[],
  incidents: readonly Pick<Incident, 'services' | 'startedAt' | 'resolvedAt'>[],
  { count, now }: { count: number; now: Date },
): string {
  const routes = new Set(services.flatMap((service) => service.routes));
  const worst = Array.from({ length: count }, () => 0);
  const note = (daysAgo: number, letter: string): void => {
    const at = count - 1 - daysAgo;
    if (at >= 0 && at < count) worst[at] = Math.max(worst[at]!, order.indexOf(letter));
  };
  for (const { route, daysAgo, state } of days)
    if (routes.has(route)) note(daysAgo, letters[state]);
  const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs);
  for (const { services: concerned, startedAt, resolvedAt } of incidents) {
    if (!services.some(({ code }) => concerned.includes(code))) continue;
    for (let day = dayOf(startedAt); day <= dayOf(resolvedAt ?? now); day += 1)
      note(dayOf(now) - day, 'd');
  }
  return worst.map((rank) => order[rank]).join('');
}
