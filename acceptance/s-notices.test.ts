// F24, F28: no word of a provider is lost. A reversal after a refused refund is booked, and a
// notice that names no attempt yet is acknowledged once it is kept.

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openFixture, payOut, sendRequest, uniqueId, uniquePhone, until } from './harness/index.ts';
import type { Fixture } from './harness/index.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { untilAccepted, untilStatus } from './harness/payment.ts';
import { bookOf } from './harness/provider-book.ts';

interface BookLine {
  ourReference: string;
  callbackUrl?: string;
}
interface InboxRow {
  state: string;
  transactionId: string | null;
}

describe('words of providers', { concurrency: true }, () => {
  let fixture: Fixture;
  let rows: StoredRows;
  before(async () => {
    fixture = await openFixture();
    rows = openStoredRows(fixture.installation);
  });
  after(async () => {
    await rows.close();
    await fixture.close();
  });

  it('F28 a reversal after a refused refund is booked', async () => {
    const { simulatorUrl } = fixture.installation;
    const client = await fixture.newClient();
    const id = uniqueId('reversed');
    const phone = uniquePhone();
    const order = { codeService: 'CHAT_MESSAGING', phone: `+221${phone}`, message: 'Bonjour' };
    const funds = await client.balance();
    const { json } = await client.operation({ ...order, externalTransactionId: id });
    assert.equal(json.code, 2000, JSON.stringify(json));
    await untilStatus(client, id, 'SUCCESS');
    assert.ok((await client.balance()) < funds);
    // The provider takes no message back.
    const refused = await client.post('/api-services/transaction/refund-cancel', {
      apiKey: client.apiKey,
      transactionId: json.data.transactionId,
    });
    assert.equal(refused.json.code, 4000, refused.text);
    const [{ ourReference } = { ourReference: '' }] = await bookOf(simulatorUrl, phone);
    await sendRequest(`${simulatorUrl}/control/behaviour`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reverse: ourReference }),
    });
    await untilStatus(client, id, 'REFUNDED');
    assert.equal(await client.balance(), funds);
  });

  it('F24 a notice that names only the provider’s transaction is kept, acknowledged and matched', async () => {
    const { simulatorUrl } = fixture.installation;
    const phone = uniquePhone('8007');
    const { json } = await fixture.client.operation(payOut({ phone }));
    assert.equal(json.code, 2000, JSON.stringify(json));
    await untilAccepted(simulatorUrl, phone);
    const [line] = (await bookOf(simulatorUrl, phone)) as unknown as BookLine[];
    const transactionId = String(json.data.transactionId);
    const theirs = await until('the provider has named its transaction', async () => {
      const [attempt] = await rows.read<{ theirs: string | null }>(
        `select refs->>'theirs' as theirs from attempt where operation_id = $1`,
        [transactionId],
      );
      return attempt?.theirs ?? undefined;
    });
    const stranger = `GS${Date.now()}`;
    for (const [named, trusted] of [
      [theirs, true],
      [stranger, true],
      [`${stranger}0`, false],
    ] as const) {
      const body = JSON.stringify({ transactionReference: named, transactionStatus: 'completed' });
      const { status } = await sendRequest(line!.callbackUrl!, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          ...(trusted ? { 'x-content-hash': hash('sha256', body, 'hex') } : {}),
        },
        body,
      });
      assert.equal(status, 204, named);
    }
    const inboxOf = async (named: string): Promise<InboxRow | undefined> =>
      (
        await rows.read<InboxRow>(
          `select state, operation_id::text as "transactionId" from provider_inbox
            where provider_reference = $1`,
          [named],
        )
      )[0];
    assert.deepEqual(await inboxOf(stranger), { state: 'waiting', transactionId: null });
    assert.equal(await inboxOf(`${stranger}0`), undefined, 'nothing proves who sent it');
    await until('it is matched', async () => (await inboxOf(theirs))?.state === 'matched');
    assert.deepEqual(await inboxOf(theirs), { state: 'matched', transactionId });
  });
});
