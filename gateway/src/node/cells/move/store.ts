// Reads and writes how far the move of a cell is, in the home database: the one place that says
// which of the two databases the cell lives in. Each step is taken only from the state that it
// follows.

import type { Session, Statement } from '../../../platform/db/database.ts';
import { contextOf, type Secrets } from '../../../platform/secrets/index.ts';
import { cellChannel, urlContext } from '../store.ts';

export interface CellMove {
  cell: number;
  state: 'copying' | 'frozen' | 'switched' | 'cancelled';
  /** The address of the database that the cell leaves. */
  fromUrl: string;
  /** The address of the one that it goes to. */
  toUrl: string;
  /** The latest closing of the old database; null: it was never closed. */
  fence: string | null;
}

/**
 * A command that dies leaves a cell frozen for no longer: then nodes serve the old database again.
 */
const freezeMs = 15_000;

const told = `told as (select pg_notify('${cellChannel}', ''))`;

const selectMove: Statement = {
  name: 'select_cell_move',
  text: 'select cell, state, from_sealed as "from", to_sealed as "to", fence from cell_move where cell = $1',
};
const insertMove: Statement = {
  name: 'insert_cell_move',
  text: 'insert into cell_move (cell, from_sealed, to_sealed) values ($1, $2, $3) on conflict do nothing returning cell',
};
const freeze: Statement = {
  name: 'freeze_cell',
  text: `
    with ${told}
    update cell_move set state = 'frozen', fence = $2, frozen_until = now() + ${freezeMs}
      * interval '1 millisecond'
    from told where cell = $1 and state = 'copying' returning cell`,
};
const thaw: Statement = {
  name: 'thaw_cell',
  text: `
    with ${told}
    update cell_move set state = 'copying', frozen_until = null
    from told where cell = $1 and state = 'frozen' and fence = $2 returning cell`,
};
const thawExpired: Statement = {
  name: 'thaw_expired_cells',
  text: `
    with ${told}
    update cell_move set state = 'copying', frozen_until = null
    from told where state = 'frozen' and frozen_until < now() returning cell`,
};
const switchMove: Statement = {
  name: 'switch_cell_move',
  text: `
    update cell_move set state = 'switched', frozen_until = null
    where cell = $1 and state = 'frozen' and fence = $2 and frozen_until > now() returning cell`,
};
const updateUrl: Statement = {
  name: 'update_cell_url',
  text: `with ${told} update cell set url_sealed = $2 from told where number = $1`,
};
const cancel: Statement = {
  name: 'cancel_cell_move',
  text: `
    with ${told}
    update cell_move set state = 'cancelled', frozen_until = null
    from told where cell = $1 and state <> 'switched' returning cell`,
};
const deleteMove: Statement = {
  name: 'delete_cell_move',
  text: `with ${told} delete from cell_move using told where cell = $1`,
};

const fromContext = (cell: number): string => contextOf('cell_move', 'from_sealed', cell);
const toContext = (cell: number): string => contextOf('cell_move', 'to_sealed', cell);

/** Null: the cell is not on its way. */
export async function findMove(
  home: Session,
  secrets: Pick<Secrets, 'unseal'>,
  cell: number,
): Promise<CellMove | null> {
  const [row] = await home.query<
    Pick<CellMove, 'cell' | 'state' | 'fence'> & { from: Buffer; to: Buffer }
  >(selectMove, [cell]);
  if (row === undefined) return null;
  const { state, fence, from, to } = row;
  return {
    cell,
    state,
    fence,
    fromUrl: secrets.unseal(from, fromContext(cell)),
    toUrl: secrets.unseal(to, toContext(cell)),
  };
}

/** False: it is on its way already. */
export async function storeMove(
  home: Session,
  secrets: Pick<Secrets, 'seal'>,
  { cell, fromUrl, toUrl }: Pick<CellMove, 'cell' | 'fromUrl' | 'toUrl'>,
): Promise<boolean> {
  const from = secrets.seal(fromUrl, fromContext(cell));
  const to = secrets.seal(toUrl, toContext(cell));
  return (await home.query(insertMove, [cell, from, to])).length > 0;
}

/** From now on no node serves the cell, for `freezeMs` at most. False: it is not being copied. */
export const freezeCell = async (home: Session, cell: number, fence: string): Promise<boolean> =>
  (await home.query(freeze, [cell, fence])).length > 0;

/** Nodes serve the old database again, where it is this closing that is given up. */
export const thawCell = async (home: Session, cell: number, fence: string): Promise<void> =>
  void (await home.query(thaw, [cell, fence]));

/** The same for cells whose command has died. */
export const thawExpiredCells = async (home: Session): Promise<void> =>
  void (await home.query(thawExpired));

/**
 * The point of no return: nodes serve the new database. Call in a transaction. False: it was thawed
 * meanwhile.
 */
export async function switchCell(
  home: Session,
  secrets: Pick<Secrets, 'seal'>,
  { cell, toUrl }: CellMove,
  fence: string,
): Promise<boolean> {
  if ((await home.query(switchMove, [cell, fence])).length === 0) return false;
  await home.query(updateUrl, [cell, secrets.seal(toUrl, urlContext(cell))]);
  return true;
}

/** False: it was switched, or there is no move. */
export const cancelMove = async (home: Session, cell: number): Promise<boolean> =>
  (await home.query(cancel, [cell])).length > 0;

/** Nothing is left to be tidied up. */
export const endMove = async (home: Session, cell: number): Promise<void> =>
  void (await home.query(deleteMove, [cell]));
