// Brings a further cell to another server: `jokko cell move`. How far it is stands in the home
// database, so that a command that died is taken up where it was, or given up.

import type { MovedCell } from '../../../cli/context.ts';
import { Refusal } from '../../../cli/errors.ts';
import { environment } from '../../../platform/environment.ts';
import { listCells } from '../store.ts';
import { copyCell, untilFollowing } from './copy.ts';
import { openDatabaseAgain } from './fence.ts';
import { openPlace, withBoth, type Home, type OpenMove } from './open-move.ts';
import { unpublish, unsubscribe } from './replicate.ts';
import { findHindrance } from './requirements.ts';
import { cancelMove, endMove, findMove, storeMove, type CellMove } from './store.ts';
import { NotSwitched, switchOver } from './switch-over.ts';

type Report = OpenMove['report'];

/** After so many it is left to the operator, and goes on following. */
const triesMax = 3;
const betweenTriesMs = 2_000;

/**
 * Copies the cell to the empty database at `toUrl` and switches to it. Throws a Refusal where that
 * cannot be.
 */
export async function moveCell(
  home: Home,
  number: number,
  toUrl: string,
  report: Report,
): Promise<MovedCell> {
  if (number === 0)
    throw new Refusal('cell 0 is the home database, whose place is DATABASE_URL: move its server');
  const cells = await listCells(home.database, home.secrets);
  const cell = cells.find((each) => each.number === number);
  if (cell === undefined) throw new Refusal(`there is no cell ${number}`);
  const urls = { fromUrl: cell.url, toUrl };
  await withBoth(urls, async (old, fresh) => {
    const hindrance = await findHindrance(old, fresh);
    if (hindrance !== null) throw new Refusal(hindrance);
  });
  if (!(await storeMove(home.database, home.secrets, { cell: number, ...urls })))
    throw new Refusal(`cell ${number} is being moved already: use --resume or --cancel`);
  return resumeMove(home, number, report);
}

/** Takes up a move from wherever it is. */
export async function resumeMove(home: Home, number: number, report: Report): Promise<MovedCell> {
  const move = await requireMove(home, number);
  if (move.state === 'cancelled') {
    await tidyCancelled(home, move);
    throw new Refusal(`the move of cell ${number} was cancelled; it is tidied up now`);
  }
  const pauseMs =
    move.state === 'switched'
      ? null
      : await withBoth(move, async (old, fresh) => {
          const open: OpenMove = { home, move, old, fresh, report };
          await copyCell(open);
          return switchWithTries(open);
        });
  await tidySwitched(home, move);
  return { cell: number, pauseMs };
}

/** The cell stays where it was. */
export async function cancelCellMove(home: Home, number: number): Promise<void> {
  await requireMove(home, number);
  if (!(await cancelMove(home.database, number)))
    throw new Refusal(`cell ${number} is in its new place already: use --resume to tidy up`);
  await tidyCancelled(home, await requireMove(home, number));
}

async function requireMove({ database, secrets }: Home, number: number): Promise<CellMove> {
  const move = await findMove(database, secrets, number);
  if (move === null) throw new Refusal(`cell ${number} is not being moved`);
  return move;
}

async function switchWithTries(open: OpenMove): Promise<number> {
  for (let tries = 1; ; tries++) {
    await untilFollowing(open);
    try {
      return await switchOver(open);
    } catch (error) {
      if (!(error instanceof NotSwitched)) throw error;
      if (tries === triesMax)
        throw new Refusal(
          `${error.message}. The cell is served where it was; the new database follows on: use --resume or --cancel`,
        );
      open.report(`${error.message}; trying again`);
      await environment.sleep(betweenTriesMs);
    }
  }
}

/** The old database stays closed for good. It may be away for good, too. */
async function tidySwitched({ database }: Home, move: CellMove): Promise<void> {
  const fresh = await openPlace(move.toUrl, 'the new database');
  try {
    await unsubscribe(fresh, move.cell);
  } finally {
    await fresh.close();
  }
  await unpublishOld(move).catch(() => {});
  await endMove(database, move.cell);
}

/** The new database may be away for good; what it has may not be taken for the cell. */
async function tidyCancelled({ database }: Home, move: CellMove): Promise<void> {
  await leaveFresh(move).catch(() => {});
  await unpublishOld(move);
  await endMove(database, move.cell);
}

async function leaveFresh({ toUrl, cell }: CellMove): Promise<void> {
  const fresh = await openPlace(toUrl, 'the new database');
  try {
    await unsubscribe(fresh, cell);
    await fresh.query('update installation set fence = gen_random_uuid()');
  } finally {
    await fresh.close();
  }
}

async function unpublishOld({ fromUrl, cell, fence }: CellMove): Promise<void> {
  const old = await openPlace(fromUrl, 'the old database');
  try {
    await unpublish(old, cell);
    if (fence !== null) await openDatabaseAgain(old, fence);
  } finally {
    await old.close();
  }
}
