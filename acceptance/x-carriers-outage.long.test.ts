// X5: while every report of a carrier over HTTP is lost, messages stay SENT; an hour after they
// were taken the carrier is asked, and each ends as it says.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openStoredRows } from './harness/database.ts';
import type { StoredRows } from './harness/database.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

/**
 * Its auth token was changed at Twilio, and not here: messages go out by the API key, and every
 * report is refused, tried a few times more and lost.
 */
const config = {
  apiKey: 'SK00000000000000000000000000005a4d',
  apiKeySecret: 'sandbox-twilio-key-secret',
  authToken: 'the-token-of-before',
};
const routing: TestRouting = { connections: { TWILIO: { connector: 'twilio', config } } };
/** Three times the time between two questions, on a machine that does much else. */
const patient = { timeoutMs: 240_000 };
/** By the last four digits of the number. */
const ends = [
  ['0000', 'DELIVERED'],
  ['9001', 'UNDELIVERABLE'],
] as const;

describe('X5 an outage of the reports of Twilio', () => {
  let fixture: SmsFixture;
  let rows: StoredRows;
  before(async () => {
    fixture = await openSmsFixture(routing);
    rows = openStoredRows(fixture.installation);
  });
  after(async () => {
    await rows?.close();
    await fixture?.close();
  });

  it('X5 twilio: what no report told the end of ends as the carrier says when it is asked, and is sent once', async () => {
    const sent = ends.map(([digits, state]) => ({
      number: fixture.number('TWILIO', digits),
      state,
    }));
    const ids = await Promise.all(sent.map(({ number }) => fixture.sms.accept(number)));
    for (const id of ids) await fixture.sms.untilState(id, 'SENT');
    // Nearly an hour later. A node that has just become the first one asks for what becomes an hour
    // old from its first question on, which comes within a minute.
    const aged = await rows.read(
      `update sms_part set created_at = jokko_now() - interval '1 hour' + interval '90 seconds'
        where connection = 'TWILIO' and batch_id is not null returning 1`,
    );
    assert.equal(aged.length, sent.length);
    for (const [at, { number, state }] of sent.entries()) {
      const message = await fixture.sms.untilState(ids[at]!, state, patient);
      assert.equal(message.refunded, state === 'UNDELIVERABLE');
      const taken = await fixture.smsc.lines({ to: number.slice(1), event: 'accepted' });
      assert.equal(taken.length, 1, 'sent once');
    }
  });
});
