// Makes an empty database a further cell of the installation: its number, the ranges of what it
// numbers, and the one key from which all cells derive their addresses.

import type { Connection, Database, Session, Statement } from '../../platform/db/database.ts';
import { cellsMax, numberRange } from '../../platform/db/cell-numbers.ts';
import { inTransaction } from '../../platform/db/transaction.ts';

const selectState: Statement = {
  name: 'select_state_of_new_cell',
  text: `select cell, exists (select from account) or exists (select from portal_user) as used
    from installation for update`,
};
// Under a name of its own, also where the database is a copy of another: files outside are by this
// name.
const updateInstallation: Statement = {
  name: 'make_installation_a_cell',
  text: 'update installation set cell = $1, id_key = $2, id = gen_random_uuid()',
};
const selectNumbers: Statement = {
  name: 'list_cell_numbers',
  text: 'select number from cell order by number',
};

/** What has a range of its own in each cell. */
const numbered = ['account', 'api_key', 'sms_app'] as const;

/** The lowest number that no cell has; null: all are taken. */
export async function freeNumber(home: Session): Promise<number | null> {
  const rows = await home.query<{ number: number }>(selectNumbers);
  const taken = new Set(rows.map(({ number }) => number));
  for (let number = 1; number < cellsMax; number++) if (!taken.has(number)) return number;
  return null;
}

/**
 * Answers why the database cannot become the cell, or null. One that was adopted under the same
 * number before is adopted again.
 */
export function adoptDatabase(
  database: Database,
  number: number,
  idKey: Buffer,
): Promise<string | null> {
  return inTransaction(database, async (session): Promise<string | null> => {
    const [state] = await session.query<{ cell: number; used: boolean }>(selectState);
    if (state!.cell !== 0 && state!.cell !== number)
      return `the database is cell ${state!.cell} of an installation already`;
    if (state!.used) return 'the database is not empty: it has accounts or users';
    await session.query(updateInstallation, [number, idKey]);
    await setRanges(session, number);
    return null;
  });
}

async function setRanges(session: Session | Connection, number: number): Promise<void> {
  const { first, last } = numberRange(number);
  for (const table of numbered)
    await session.query({
      name: `set_range_of_${table}_${number}`,
      text: `alter table ${table} alter column id set minvalue ${first} set maxvalue ${last} set start ${first} restart`,
    });
}
