// Our reference of a part, which carriers that can repeat it give back: `batch-position`, and the
// number of the part from 1 where a message has several.

import { isPartId } from '@jokko/connectors/kit';
import type { LateAnswer } from './command.ts';
import { messageKey, type MessagePlace } from './message.ts';

/** `part` from 0. */
export const ourReference = (
  { batchId, position }: MessagePlace,
  part: number,
  partsTotal: number,
): string => (partsTotal === 1 ? `${batchId}-${position}` : `${batchId}-${position}-${part + 1}`);

/** Null for what `ourReference` never made. `isOnly`: its message has one part. */
function readOurReference(
  ourRef: string,
): { place: MessagePlace; part: number; isOnly: boolean } | null {
  const [, batchId, position, part] = /^(\d{1,19})-(\d{1,9})(?:-(\d{1,3}))?$/.exec(ourRef) ?? [];
  if (batchId === undefined || position === undefined) return null;
  return {
    place: { batchId: BigInt(batchId), position: Number(position) },
    part: part === undefined ? 0 : Number(part) - 1,
    isOnly: part === undefined,
  };
}

/** Whether it is a reference of another message. */
export function namesAnother(ourRef: string | undefined, message: MessagePlace): boolean {
  const read = readOurReference(ourRef ?? '');
  return read !== null && messageKey(read.place) !== messageKey(message);
}

/**
 * That the carrier has the part of this reference under this id; null where the reference is not
 * ours. Changes nothing where an id is known.
 */
export function lateAnswer(connection: string, ourRef: string, id: string): LateAnswer | null {
  const read = readOurReference(ourRef);
  if (read === null || !isPartId(id)) return null;
  const { place, part, isOnly } = read;
  return { type: 'late', key: place, connection, part, isOnly, id };
}
