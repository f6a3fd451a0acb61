// An incident as everybody may see it: without its route, which is the operator's affair.

import type { Incident } from './list.ts';

export const publicIncident = ({
  id,
  title,
  providers,
  countries,
  startedAt,
  resolvedAt,
  updates,
}: Incident) => ({ id, title, providers, countries, startedAt, resolvedAt, updates });
