// Checks that every acknowledged operation is in the database under the id that the answer gave,
// and that nothing is there that was never sent.

import type pg from 'pg';
import { readJournal, refused, sentUnanswered } from '../load/index.ts';
import { externalIdOf } from '../order.ts';
import { accountIdsOf, type Stack } from '../stack/index.ts';

/** One run of the load generator. */
export interface Sent {
  idPrefix: string;
  firstNumber: number;
  journalFile: string;
}

export async function checkClientJournal(
  client: pg.Client,
  order: { stack: Stack; sent: Sent[] },
): Promise<string[]> {
  const faults: string[] = [];
  for (const sent of order.sent)
    faults.push(...(await checkRun(client, accountIdsOf(order.stack), sent)));
  return faults;
}

async function checkRun(client: pg.Client, accountIds: number[], sent: Sent): Promise<string[]> {
  const journal = readJournal(sent.journalFile);
  const { rows } = await client.query<{ external_id: string; id: string }>({
    text: `select external_id, id from operation where account_id = any($1)
      and starts_with(external_id, $2)`,
    values: [accountIds, sent.idPrefix],
  });
  const stored = new Map(rows.map((row) => [row.external_id, Number(row.id)]));
  const count = { lost: 0, changed: 0, refusedButStored: 0 };
  let expected = 0;
  journal.forEach((what, index) => {
    const externalId = externalIdOf(sent.idPrefix, sent.firstNumber + index);
    const id = stored.get(externalId);
    stored.delete(externalId);
    if (what === sentUnanswered || what === 0) return;
    if (what === refused) {
      if (id !== undefined) count.refusedButStored++;
      return;
    }
    expected++;
    if (id === undefined) count.lost++;
    else if (id !== what) count.changed++;
  });
  const faults: string[] = [];
  if (count.lost > 0)
    faults.push(
      `${count.lost} of ${expected} acknowledged operations of run ${sent.idPrefix} are not stored`,
    );
  if (count.changed > 0)
    faults.push(
      `${count.changed} operations of run ${sent.idPrefix} have another id than was answered`,
    );
  if (count.refusedButStored > 0)
    faults.push(`${count.refusedButStored} refused operations of run ${sent.idPrefix} are stored`);
  if (stored.size > 0)
    faults.push(`${stored.size} stored operations of run ${sent.idPrefix} were never sent`);
  return faults;
}
