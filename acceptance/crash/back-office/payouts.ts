// A file of payouts, from the upload to the last line: held and let go in between, what failed is
// sent again, and some batches are stopped.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniqueId, uniquePhone, until, type Json } from '../../harness/index.ts';
import type { Cast } from './cast.ts';
import { well } from './person.ts';

const header = 'téléphone;montant;identifiant externe;nom';
const endsWithinMs = 180_000;

/** Resolves when every line is at its end. */
export async function payBatch(
  cast: Cast,
  { lines, lostAnswers }: { lines: number; lostAnswers: boolean },
): Promise<void> {
  const { asker, approver, random, promised } = cast;
  const name = uniqueId('lot');
  const id = await upload(cast, name, makeFile(random, lines, lostAnswers));
  const look = (): Promise<Json> => asker.get(`payouts/${id}`);
  const submitted = await asker.once(
    'payouts/submit',
    { id },
    async () => (await look()).state !== 'draft',
  );
  if (submitted !== null) {
    if (submitted.code !== 'conflict') assert.equal(well(submitted).refused, null);
    promised(
      `payout ${id} submitted`,
      `select from approval_request where kind = 'payout' and parameters ->> 'batchId' = $1`,
      [String(id)],
    );
  }
  const { approvalRequest } = await look();
  const approved = await approver.once(
    'payouts/approve',
    { id, approvalRequest, note: 'vu' },
    async () => (await look()).state !== 'awaiting_approval',
  );
  if (approved?.status === 200)
    promised(
      `payout ${id} approved`,
      `select from approval_request where id = $1 and state = 'done'`,
      [approvalRequest],
    );
  await disturb(cast, id);
  if (random() < 0.25) {
    await sleep(600 * random());
    const stopped = await asker.once('payouts/cancel', { id }, async () =>
      /cancel|done/.test((await look()).state),
    );
    if (stopped?.status === 200)
      promised(`payout ${id} stopped`, noted, ['payout.cancel', `payout/${id}`, 1]);
  }
  await untilEnd(cast, id);
  if ((await look()).state !== 'done' || (await look()).counts.failed === 0) return;
  const again = await asker.once(
    'payouts/retry',
    { id },
    async () => (await look()).state !== 'done',
  );
  if (again?.status === 200 && !again.json.nothing)
    promised(
      `payout ${id} sent again`,
      `select from payout_line where batch_id = $1 and attempt > 1`,
      [id],
    );
  await untilEnd(cast, id);
}

const noted = 'select from audit_entry where action = $1 and subject = $2 having count(*) >= $3';

function makeFile(random: () => number, lines: number, lostAnswers: boolean): string {
  const digits = (): string => {
    const lot = random();
    if (lot < 0.12) return `9${String(1 + Math.floor(random() * 136)).padStart(3, '0')}`;
    if (lot < 0.18) return '8002';
    if (lot < 0.24) return '8005';
    if (lot < 0.3 && lostAnswers) return random() < 0.5 ? '8003' : '8004';
    return '0000';
  };
  const rows = Array.from({ length: lines }, (_, index) => {
    const external = random() < 0.5 ? uniqueId('sal') : '';
    return `${uniquePhone(digits())};${1_000 + 5 * Math.floor(random() * 200)};${external};Employé ${index + 1}`;
  });
  return [header, ...rows].join('\r\n');
}

async function upload({ asker }: Cast, name: string, text: string): Promise<number> {
  const path = `payouts/upload?name=${name}&fileName=lot.csv&service=OPA_SN_API_CASH_IN`;
  const find = async (): Promise<number | undefined> =>
    (await asker.get('payouts')).items.find((batch: Json) => batch.name === name)?.id as
      number | undefined;
  const uploaded = await asker.once(
    path,
    Buffer.from(text),
    async () => (await find()) !== undefined,
  );
  if (uploaded === null) return (await find())!;
  const answer = well(uploaded);
  assert.equal(answer.problem, null);
  return answer.id;
}

/** Once or twice it is held, and goes on. */
async function disturb({ asker, approver, random, promised }: Cast, id: number): Promise<void> {
  let held = 0;
  for (let times = Math.floor(random() * 3); times > 0; times--) {
    await sleep(400 * random());
    const paused = await approver.post('payouts/pause', { id });
    if (paused?.status === 200)
      promised(`payout ${id} held`, noted, ['payout.pause', `payout/${id}`, ++held]);
    await sleep(300 * random());
    const state = async (): Promise<string> => (await asker.get(`payouts/${id}`)).state;
    while ((await state()) === 'paused')
      await asker.once('payouts/resume', { id }, async () => (await state()) !== 'paused');
  }
}

async function untilEnd({ asker, harness }: Cast, id: number): Promise<void> {
  await until(
    `payout ${id} ends`,
    async () => /^(done|canceled)$/.test((await asker.get(`payouts/${id}`)).state),
    {
      timeoutMs: endsWithinMs,
      everyMs: 200,
    },
  ).catch(async (error: unknown) => {
    const open = await harness.rows.read(
      `select l.number, l.state, l.attempt, l.held_until, now() as now, o.state as operation
        from payout_line l
        left join operation o on o.id = l.operation_id where l.batch_id = $1
          and l.state in ('waiting', 'sending', 'sent') limit 5`,
      [id],
    );
    const print = (_: string, value: unknown): unknown =>
      typeof value === 'bigint' ? String(value) : value;
    throw new Error(
      `${String(error)}: ${JSON.stringify([await asker.get(`payouts/${id}`), open], print)}`,
    );
  });
}
