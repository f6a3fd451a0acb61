// Do the reads without effect work: balance, health, bills, quote, look-up of a remittance?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities } from '../connector.ts';
import { sampleIntent } from './sample-intent.ts';
import { createTestContext } from './test-context.ts';
import type { World } from './world.ts';

export function readTests<Config>(world: () => World<Config>, capabilities: Capabilities): void {
  const unless = (offered: boolean, what: string) => ({ skip: offered ? false : `the protocol offers no ${what}` });

  test('the balance at the provider', unless(capabilities.balance, 'balance'), async () => {
    const balances = await world().connector.balance!(world().context);
    assert.ok(balances.length > 0 && balances.every((entry) => /^[A-Z]{3}$/.test(entry.currency) && typeof entry.available === 'bigint'));
  });

  test('health says down when nobody is there', async () => {
    const { connector, context, subject, transport } = world();
    if (connector.health === undefined) return;
    assert.equal(await connector.health(context), 'up');
    assert.equal(await connector.health(createTestContext(subject.config('http://127.0.0.1:1', 2_000), transport.http)), 'down');
  });

  test('open bills, and the refusal of digits 7NNN', unless(capabilities.listBills, 'bills'), async () => {
    const { connector, context } = world();
    const listed = await connector.listBills!(context, 'BILLERA_SN_BILL_PAY', '21000000001');
    assert.ok('bills' in listed && listed.bills.length > 0);
    for (const bill of listed.bills) assert.ok(bill.amount > 0n && bill.billReference !== '');
    const refused = await connector.listBills!(context, 'BILLERA_SN_BILL_PAY', '21000007121');
    assert.equal('error' in refused && refused.error.catalogueId, 121);
  });

  test('a quote names fees and a total', unless(capabilities.quote, 'quote'), async () => {
    const { connector, context } = world();
    const { extra, amount, currency } = sampleIntent('remit_send');
    assert.ok(extra.type === 'remit_send');
    const found = await connector.quote!(context, { codeService: 'REMIT_SN_API_CASH_IN', amount, currency, data: extra.data });
    assert.ok('quote' in found, JSON.stringify(found));
    const amounts = found.quote['sendAmounts'] as { [member: string]: string };
    const total =
      Number(amounts['sendAmount']) +
      Number(amounts['totalSendFees']) +
      Number(amounts['totalSendTaxes']) -
      Number(amounts['totalDiscountAmount']);
    assert.deepEqual([Number(amounts['sendAmount']), Number(amounts['totalAmountToCollect'])], [1350, total]);
  });

  test('a remittance is found by its number; an impossible number is refused', unless(capabilities.lookup, 'look-up'), async () => {
    const { connector, context } = world();
    const found = await connector.lookup!(context, 'REMIT_SN_API_CASH_OUT', '89000005');
    assert.equal('record' in found && found.record['referenceNumber'], '89000005');
    for (const number of ['1', '890000051', 'abcdefgh', '../health']) {
      const refused = await connector.lookup!(context, 'REMIT_SN_API_CASH_OUT', number);
      assert.equal('error' in refused && refused.error.catalogueId, 136, number);
    }
  });
}
