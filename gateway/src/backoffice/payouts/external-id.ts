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

/**
 * What a line becomes for its next attempt (SQL of an update of `payout_line`): the next number
 * whose id is free. Another line, or a call of the account, may have the id that would come next.
 */
export const nextAttempt = `held_until = null, (attempt, external_id) = (
    select n, t.id from generate_series(payout_line.attempt + 1, payout_line.attempt + 1000) as n
      cross join lateral (select case payout_line.external_given
        when '' then concat('payout-', payout_line.batch_id, '-', payout_line.number)
        else payout_line.external_given end || '-r' || n) as t(id)
    where not exists (select from payout_line o where o.account_id = payout_line.account_id
      and o.external_id = t.id and o.state not in ('draft', 'canceled'))
      and not exists (select from operation o where o.account_id = payout_line.account_id
        and o.external_id = t.id)
    order by n limit 1)`;
