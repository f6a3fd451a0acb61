// X6: proves that a scheduled batch is sent at its time, and not before, by another node than the
// one that accepted it, which was killed; its lease ends in real time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createSmsCaller,
  startInstallation,
  until,
  type Installation,
} from './harness/index.ts';

const minuteSeconds = 60;

describe('X6 scheduled batches', () => {
  let installation: Installation;
  before(async () => {
    installation = await startInstallation();
  });
  after(() => installation.stop());

  it('X6 charged when accepted, not sent before its time, sent then, whatever node is up', async () => {
    const place = { baseUrl: installation.baseUrl, cli: installation.cli };
    const own = await createSmsCaller(place, { fund: 100, app: ['--validity-minutes', '10'] });
    const msisdn = ['+221770000001', '+221770000002'];
    const scheduleAt = new Date(Date.now() + 120 * minuteSeconds * 1_000).toISOString();
    const accepted = await own.send({ msisdn, scheduleAt });
    assert.equal(accepted.status, 200, accepted.text);
    const path = `/api/sms/batches/${String(accepted.headers['x-batch-id'])}`;
    const batch = async () => (await own.get(path)).json.data;
    assert.deepEqual([(await batch()).states.ACCEPTED, (await batch()).charged], [2, 20]);
    await installation.nodes[0]!.kill();
    place.baseUrl = (await installation.addNode()).baseUrl;
    await advanceClock(installation, 100 * minuteSeconds);
    await installation.cli(['doctor']);
    assert.equal((await batch()).states.ACCEPTED, 2);
    await advanceClock(installation, 25 * minuteSeconds);
    await until('sent', async () => (await batch()).states.DELIVERED === 2);
    await installation.cli(['doctor']);
  });
});
