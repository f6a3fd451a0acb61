// Statement files of a provider that are taken in, and drafts of the catalogue that come into
// force.

import assert from 'node:assert/strict';
import { sendRequest, uniqueId, until, type Json } from '../../harness/index.ts';
import { approveApprovalRequest, type Cast } from './cast.ts';
import { well } from './person.ts';

const pieceBytes = 4_000;
const readWithinMs = 180_000;

/**
 * The provider's words of until now: sent in pieces, previewed, begun, and worked off by whoever
 * lives.
 */
export async function reconcile({ admin, simulatorUrl, promised }: Cast): Promise<void> {
  const { text } = await sendRequest(`${simulatorUrl}/control/statement?account=JOKKO-OPA-SN`);
  const lines = text.trim().split(/\r?\n/).length - 1;
  // The bytes of one that was taken before are refused; a statement without lines says nothing.
  if (lines === 0) return;
  const { id } = well(
    await admin.insist('operator/reconciliation/upload', {
      route: 'OPA_SN',
      name: uniqueId('releve'),
    }),
  );
  const bytes = Buffer.from(text);
  for (let number = 0; number * pieceBytes < bytes.length; number++) {
    const piece = bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes);
    well(await admin.insist(`operator/reconciliation/piece?id=${id}&number=${number}`, piece));
  }
  const { mapping } = well(
    await admin.insist('operator/reconciliation/preview', { id, mapping: null }),
  );
  const begun = async (): Promise<boolean> =>
    (await admin.get('operator/reconciliation')).items.some((file: Json) => file.id === id);
  const answer = await admin.once(
    'operator/reconciliation/begin',
    { id, mapping, from: null, until: null, balances: [] },
    begun,
  );
  if (answer !== null && answer.code !== 'notFound') {
    const { same, faults } = well(answer);
    assert.deepEqual(faults, []);
    if (same !== null) return;
  }
  promised(
    `statement ${id} begun`,
    `select from audit_entry where action = 'reconciliation.begin' and subject = $1
      having count(*) = 1`,
    [`reconciliation/${id}`],
  );
  const done = await until(
    `statement ${id} is worked off`,
    async () => {
      const file = await admin.get(`operator/reconciliation/${id}`);
      assert.notEqual(file.state, 'failed', file.problem);
      return file.state === 'done' ? file : undefined;
    },
    { timeoutMs: readWithinMs, everyMs: 200 },
  );
  assert.equal(done.lines, lines, 'each line is read once');
  assert.deepEqual(
    done.totals.map((total: Json) => [total.lines, total.addsUp]),
    [[lines, true]],
  );
}

let published = 0;

/** The highest amount of a service, by a draft and two users: one version more. */
export async function publishDraft(cast: Cast): Promise<void> {
  const { admin, promised } = cast;
  const code = 'OPF_SN_API_CASH_OUT';
  const title = uniqueId('brouillon');
  const find = async (): Promise<number | undefined> =>
    (await admin.get('operator/documents/catalogue')).drafts.find(
      (draft: Json) => draft.title === title,
    )?.id as number | undefined;
  const opened = await admin.once(
    'operator/drafts',
    { kind: 'catalogue', title, from: null },
    async () => (await find()) !== undefined,
  );
  const id = opened === null ? (await find())! : (well(opened).id as number);
  const look = (): Promise<Json> => admin.get(`operator/drafts/catalogue/${id}`);
  const { revision, services } = await look();
  const maximum = String(1_900_000 - ++published);
  const entry = { ...services.find((each: Json) => each.code === code), maximum };
  const changed = await admin.once(
    'operator/drafts/service',
    { id, revision, code, entry },
    async () => (await look()).revision !== revision,
  );
  if (changed !== null) well(changed);
  const now = (await look()).revision as number;
  const publish = { kind: 'catalogue', id, revision: now, reason: title };
  const asked = await admin.once(
    'operator/drafts/publish',
    publish,
    async () => (await look()).approvalRequest !== null,
  );
  const approvalRequest =
    (asked === null ? null : (well(asked).approvalRequestId as number | null)) ??
    ((await look()).approvalRequest?.id as number);
  const state = await approveApprovalRequest(cast, approvalRequest);
  if (state !== null && state !== 'conflict') assert.equal(state, 'done');
  promised(
    `draft ${id} in force`,
    'select from catalogue_draft d join catalogue c on c.version = d.published where d.id = $1 and c.approval_request_id = $2',
    [id, approvalRequest],
  );
  promised(
    `one approval request for draft ${id}`,
    `select from approval_request where kind = 'catalogue' and parameters ->> 'draft' = $1
      having count(*) = 1`,
    [String(id)],
  );
  promised(
    `draft ${id} published once`,
    `select from audit_entry where action = 'draft.publish' and subject like $1
      having count(*) = 1`,
    [`%/${id}`],
  );
}
