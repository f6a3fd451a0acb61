// Compares a database with what a node knew of it. Pure.

import type { HighWaterMark } from './mark-file.ts';
import type { DatabaseStanding } from './store.ts';

/** In which way the database is not the one that it was, in a sentence; null: it is. */
export function differenceOf(known: HighWaterMark, standing: DatabaseStanding): string | null {
  const { nodeId } = known;
  if (standing.epoch < known.epoch)
    return `the database is of epoch ${standing.epoch}, node ${nodeId} has seen epoch ${known.epoch}`;
  // A recovery has taken place since; what this node knew of the epoch before is handed in.
  if (standing.epoch > known.epoch) return null;
  const difference = differenceOfLog(known, standing);
  if (difference !== null) return difference;
  if (standing.mark === null) return `the mark of node ${nodeId} is missing, it was ${known.mark}`;
  if (standing.mark < known.mark)
    return `the mark of node ${nodeId} is ${standing.mark}, it was ${known.mark}`;
  return null;
}

/**
 * A cluster's log says nothing of another's: of a cell that was moved since, the marks alone are
 * compared.
 */
function differenceOfLog(known: HighWaterMark, standing: DatabaseStanding): string | null {
  const { movedFrom, systemIdentifier } = standing;
  if (movedFrom.length < known.moves)
    return `the database is from before a move to another server: it was moved ${movedFrom.length}
      times, node ${known.nodeId} has seen ${known.moves}`;
  if (movedFrom.slice(known.moves).includes(known.systemIdentifier)) return null;
  if (systemIdentifier !== known.systemIdentifier)
    return `the PostgreSQL cluster is ${systemIdentifier}, it was ${known.systemIdentifier}`;
  if (standing.timeline < known.timeline)
    return `the database is on timeline ${standing.timeline}, it was on ${known.timeline}`;
  if (standing.timeline === known.timeline && standing.position < known.position)
    return `the write-ahead log ends at ${walPosition(standing.position)}, it had reached ${walPosition(known.position)}`;
  return null;
}

/** A dump that was restored elsewhere carries where it comes from. */
export function relocationOf({ home, here }: DatabaseStanding): string | null {
  return home === null || home === here
    ? null
    : `the database was restored or copied: it is ${here}, it was ${home}`;
}

/** As PostgreSQL writes it. */
const walPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();
