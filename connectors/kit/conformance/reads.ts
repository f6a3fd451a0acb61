// Checks the reads that have no effect: balance, health, bills, quote, remittance inquiry.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities } from '../connector.ts';
import { sampleIntent } from './sample-intent.ts';
import { createTestContext } from './test-context.ts';
import type { Fixture } from './fixture.ts';

export function readTests<Config>(
  fixture: () => Fixture<Config>,
  capabilities: Capabilities,
): void {
  const unless = (offered: boolean, what: string) => ({
    skip: offered ? false : `the protocol offers no ${what}`,
  });

  test('the balance at the provider', unless(capabilities.balance, 'balance'), async () => {
    const balances = await fixture().connector.balance!(fixture().context);
    assert.ok(
      balances.length > 0 &&
        balances.every(
          (entry) => /^[A-Z]{3}$/.test(entry.currency) && typeof entry.available === 'bigint',
        ),
    );
  });

  test('health says down when nobody is there', async () => {
    const { connector, context, subject, transport } = fixture();
    if (connector.health === undefined) return;
    assert.equal(await connector.health(context), 'up');
    assert.equal(
      await connector.health(
        createTestContext(subject.config('http://127.0.0.1:1', 60_000), transport.http),
      ),
      'down',
    );
  });

  test('a connection test tells where it ends: well, strangers to the provider, nobody there', async () => {
    const { connector, context, subject, transport } = fixture();
    assert.ok(connector.connectionTest !== undefined, 'every connector says how it is tried out');
    const { host, port, tls } = connector.connectionTest.target(context.config);
    assert.deepEqual([host, port > 0, tls], ['127.0.0.1', true, null]);
    const well = await connector.connectionTest.call(context);
    assert.ok(well.ok && well.said !== '', JSON.stringify(well));
    const answering = (status: number) =>
      connector.connectionTest!.call({
        ...context,
        http: async () => ({ kind: 'answer', status, headers: {}, body: Buffer.from('{}') }),
      });
    const whyOf = async (connectionTest: ReturnType<typeof answering>) => {
      const result = await connectionTest;
      return result.ok ? null : result.why;
    };
    assert.deepEqual(
      [await whyOf(answering(401)), await whyOf(answering(500)), await whyOf(answering(200))],
      ['unknown us', 'strange', 'strange'],
    );
    const nobody = createTestContext(subject.config('http://127.0.0.1:1', 60_000), transport.http);
    assert.equal(await whyOf(connector.connectionTest.call(nobody)), 'no answer');
  });

  test(
    'open bills, and the refusal of digits 7NNN',
    unless(capabilities.listBills, 'bills'),
    async () => {
      const { connector, context } = fixture();
      const listed = await connector.listBills!(context, 'BILLERA_SN_BILL_PAY', '21000000001');
      assert.ok('bills' in listed && listed.bills.length > 0);
      for (const bill of listed.bills) assert.ok(bill.amount > 0n && bill.billReference !== '');
      const refused = await connector.listBills!(context, 'BILLERA_SN_BILL_PAY', '21000007121');
      assert.equal('error' in refused && refused.error.catalogueId, 121);
    },
  );

  test('a quote names fees and a total', unless(capabilities.quote, 'quote'), async () => {
    const { connector, context } = fixture();
    const { extra, amount, currency } = sampleIntent('remit_send');
    assert.ok(extra.type === 'remit_send');
    const found = await connector.quote!(context, {
      codeService: 'REMIT_SN_API_CASH_IN',
      amount,
      currency,
      data: extra.data,
    });
    assert.ok('quote' in found, JSON.stringify(found));
    const { sendAmounts } = found.quote;
    const total =
      Number(sendAmounts.sendAmount) +
      Number(sendAmounts.totalSendFees) +
      Number(sendAmounts.totalSendTaxes) -
      Number(sendAmounts.totalDiscountAmount);
    assert.deepEqual(
      [Number(sendAmounts.sendAmount), Number(sendAmounts.totalAmountToCollect)],
      [1350, total],
    );
  });

  test(
    'a remittance is found by its number; an impossible number is refused',
    unless(capabilities.inquiry, 'look-up'),
    async () => {
      const { connector, context } = fixture();
      const found = await connector.inquiry!(context, 'REMIT_SN_API_CASH_OUT', '89000005');
      assert.equal('record' in found && found.record['referenceNumber'], '89000005');
      for (const number of ['1', '890000051', 'abcdefgh', '../health']) {
        const refused = await connector.inquiry!(context, 'REMIT_SN_API_CASH_OUT', number);
        assert.equal('error' in refused && refused.error.catalogueId, 136, number);
      }
    },
  );
}
