// The services that a member limited to some countries may see.

import type { Catalogue } from './service.ts';

/** Codes of the services of these countries; null: all. */
export function servicesSeenBy(
  { countries }: { countries: readonly string[] | null },
  catalogue: Catalogue,
): string[] | null {
  if (countries === null) return null;
  return catalogue.services
    .filter(({ country }) => country !== null && countries.includes(country))
    .map(({ code }) => code);
}
