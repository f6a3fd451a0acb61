// Names the modes of an installation, and reads that of a database.

import type { Session, Statement } from './database.ts';

/**
 * An installation is one of these for good; the database remembers which. `rehearsal`: the rules of
 * live and the providers' own test environments, with money that can never be settled
 * (decisions/0081).
 */
export const modes = ['sandbox', 'rehearsal', 'live'] as const;
export type Mode = (typeof modes)[number];

const selectMode: Statement = { name: 'select_mode', text: 'select mode from installation' };

/** Throws for a database that no node has been started on. */
export async function loadMode(session: Session): Promise<Mode> {
  const [row] = await session.query<{ mode: Mode }>(selectMode);
  if (row === undefined)
    throw new Error('the database has no installation row: run `jokko serve` once');
  return row.mode;
}
