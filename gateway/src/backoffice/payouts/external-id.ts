// Derives the external id of a line: the file's own or one made of batch and line, the same after
// a crash and on every node, so that a line is never paid twice (rule O5). A further attempt is
// another operation and has another id.

export const firstExternalId = (batchId: number, number: number, given: string): string =>
  given === '' ? `payout-${batchId}-${number}` : given;

/** @param attempt from 1. */
export const externalIdOf = (
  batchId: number,
  number: number,
  given: string,
  attempt: number,
): string => {
  const first = firstExternalId(batchId, number, given);
  return attempt === 1 ? first : `${first}-r${attempt}`;
};
