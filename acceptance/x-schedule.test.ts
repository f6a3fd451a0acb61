// X6: proves that a scheduled batch is charged when it is accepted, sent at its time and not
// before, and given back when it is cancelled before. A node that dies meanwhile:
// x-schedule.long.test.ts.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  createSmsCaller,
  sendRequest,
  hostInstallation,
  uniqueId,
  until,
  type Answer,
  type HostedInstallation,
  type SmsCaller,
} from './harness/index.ts';

let installation: HostedInstallation;
before(async () => {
  installation = await hostInstallation();
});
after(() => installation.stop());

const minuteMs = 60_000;
const dayMs = 86_400_000;
const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();
const idOf = (answer: Answer): string => {
  assert.equal(answer.status, 200, answer.text);
  return String(answer.headers['x-batch-id']);
};
const batchOf = async (of: SmsCaller, id: string) =>
  (await of.get(`/api/sms/batches/${id}`)).json.data;
const balanceOf = async (of: SmsCaller): Promise<number> =>
  (
    await sendRequest(`${installation.baseUrl}/api-services/balance`, {
      headers: { Secretkey: of.apiKey },
    })
  ).json.data.balance as number;
const refusedData = (answer: Answer): Record<string, string> => {
  assert.equal(answer.status, 400, answer.text);
  return answer.json.data as Record<string, string>;
};
const msisdn = ['+221770000001', '+221770000002'];

describe('X6 scheduled batches', () => {
  it('X6 scheduleAt is obeyed or refused', async () => {
    const own = await createSmsCaller(installation, { fund: 100 });
    const whens: Record<string, RegExp> = {
      tomorrow: /ISO 8601/,
      '2026-12-24T09:00:00': /offset/,
      '2027-02-30T09:00:00Z': /ISO 8601/,
      [ahead(-minuteMs)]: /past/,
      [ahead(31 * dayMs)]: /30 days/,
    };
    for (const [scheduleAt, why] of Object.entries(whens)) {
      const data = refusedData(await own.send({ msisdn, scheduleAt }));
      assert.deepEqual(Object.keys(data), ['scheduleAt']);
      assert.match(data['scheduleAt']!, why);
    }
    assert.ok(refusedData(await own.send({ msisdn, scheduleAt: 7 }))['scheduleAt']);
    assert.equal(await balanceOf(own), 100);
    idOf(await own.send({ msisdn, scheduleAt: null }));
    idOf(await own.send({ msisdn, scheduleAt: '' }));
    const offset = `${ahead(29 * dayMs).slice(0, 19)}+01:00`;
    const batch = await batchOf(own, idOf(await own.send({ msisdn, scheduleAt: offset })));
    assert.equal(Date.parse(batch.scheduledAt), Date.parse(offset));
    // The plus that nobody encoded is a space.
    const form = `app_key=${own.appKey}&sender=A&content=B&msisdn=%2B221770000001&scheduleAt=${offset}`;
    idOf(
      await own.post('/api/send-sms', form, {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    );
  });

  it('X6 cancelled before it starts: nothing is sent, all is given back, once', async () => {
    const own = await createSmsCaller(installation, { fund: 100 });
    const id = idOf(await own.send({ msisdn, scheduleAt: ahead(10 * dayMs) }));
    const stranger = await createSmsCaller(installation);
    assert.ok(refusedData(await stranger.post(`/api/sms/batches/${id}/cancel`, {}))['id']);
    const answers = await Promise.all(
      [1, 2, 3].map(() => own.post(`/api/sms/batches/${id}/cancel`, {})),
    );
    for (const { json } of answers) assert.deepEqual(json.data, { id, cancelled: 2 });
    assert.equal(await balanceOf(own), 100);
    const batch = await batchOf(own, id);
    assert.deepEqual(
      [batch.states.REJECTED, batch.charged, batch.refunded, batch.final],
      [2, 20, 20, true],
    );
    assert.ok(batch.cancelledAt);
    const { json } = await own.get(`/api/sms/batches/${id}/messages`);
    assert.deepEqual(
      json.data.messages.map(({ reason }: { reason: string }) => reason),
      ['cancelled', 'cancelled'],
    );
    const now = idOf(await own.send({ msisdn }));
    assert.match(
      refusedData(await own.post(`/api/sms/batches/${now}/cancel`, {}))['id']!,
      /not scheduled/,
    );
    await installation.cli(['doctor']);
  });

  it('X6 charged when accepted, not sent before its time, sent then; the validity counts from it', async () => {
    const own = await createSmsCaller(installation, {
      fund: 100,
      app: ['--validity-minutes', '10'],
    });
    const headers = { 'idempotency-key': uniqueId() };
    const body = { msisdn, scheduleAt: ahead(120 * minuteMs) };
    const id = idOf(await own.send(body, headers));
    assert.equal(await balanceOf(own), 80);
    assert.equal(idOf(await own.send(body, headers)), id, 'a repeat is the same batch');
    const other = await own.send({ ...body, scheduleAt: ahead(180 * minuteMs) }, headers);
    assert.deepEqual(Object.keys(refusedData(other)), ['Idempotency-Key']);
    const waiting = await batchOf(own, id);
    assert.equal(waiting.states.ACCEPTED, 2);
    assert.equal(Date.parse(waiting.validUntil) - Date.parse(waiting.scheduledAt), 10 * minuteMs);
    await installation.cli(['clock', 'advance', String(100 * 60)]);
    await installation.cli(['doctor']);
    assert.equal((await batchOf(own, id)).states.ACCEPTED, 2);
    await installation.cli(['clock', 'advance', String(25 * 60)]);
    await until('sent', async () => (await batchOf(own, id)).states.DELIVERED === 2);
    assert.deepEqual(
      Object.keys(refusedData(await own.post(`/api/sms/batches/${id}/cancel`, {}))),
      ['id'],
      'it has started',
    );
    assert.equal(idOf(await own.send(body, headers)), id, 'a repeat after its time, too');
    await installation.cli(['doctor']);
  });
});
