// Opens a cell's database again whose move was given up by a command that died before it could.

import { listCells, type Cell } from '../store.ts';
import { connectPlainly } from '../../../platform/db/plain-connection.ts';
import { openDatabaseAgain, readFence } from './fence.ts';
import type { Home } from './open-move.ts';
import { findMove } from './store.ts';

/** Answers whether it was closed and is open now. */
export async function openAbandoned(home: Home, { number, url }: Cell): Promise<boolean> {
  const old = await connectPlainly(url);
  try {
    // First: a closing that home does not know of after it was seen is given up for good.
    const fence = await readFence(old);
    if (fence === null || (await isClosedByMove(home, number, url))) return false;
    return await openDatabaseAgain(old, fence);
  } finally {
    await old.close();
  }
}

async function isClosedByMove(home: Home, number: number, url: string): Promise<boolean> {
  const move = await findMove(home.database, home.secrets, number);
  if (move?.state === 'frozen' || move?.state === 'switched') return true;
  const cells = await listCells(home.database, home.secrets);
  return cells.find((cell) => cell.number === number)?.url !== url;
}
