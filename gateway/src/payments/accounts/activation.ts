// Resolves the services of an activation. "all" means all of the catalogue in force at that
// moment.

import type { Session } from '../../platform/db/database.ts';
import { loadCatalogueCodes } from './store.ts';

export type Activation = 'all' | 'none' | string[];
export type Resolved = { ok: true; codes: string[] } | { ok: false; unknownServices: string[] };

/** The codes, or those among the named ones that the catalogue does not have. */
export async function resolveActivation(
  session: Session,
  activation: Activation,
): Promise<Resolved> {
  if (activation === 'none') return { ok: true, codes: [] };
  const known = await loadCatalogueCodes(session);
  if (activation === 'all') return { ok: true, codes: known };
  const unknownServices = activation.filter((code) => !known.includes(code));
  return unknownServices.length === 0
    ? { ok: true, codes: [...new Set(activation)] }
    : { ok: false, unknownServices };
}
