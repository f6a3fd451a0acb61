// For commands that go over the whole installation: the home database and all further cells.

import { homeCell } from '../platform/db/cell-numbers.ts';
import type { CommandContext } from './context.ts';

/**
 * Home first. All are opened before anything is done in one: throws a Refusal where a cell is away.
 */
export async function openAllCells(
  context: CommandContext,
): Promise<{ cell: number; context: CommandContext }[]> {
  const all = [{ cell: homeCell, context }];
  for (const { number } of await context.cells())
    all.push({ cell: number, context: await context.inCell(number) });
  return all;
}
