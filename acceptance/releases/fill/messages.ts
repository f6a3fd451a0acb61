// SMS in every state, those that people write, opt-outs, and numbers that changed their operator.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addSmsCaller, startReceiver, type Json } from '../../harness/index.ts';
import type { FillContext } from './fill-context.ts';

const shortCode = '40404';
const dayMs = 86_400_000;

export async function sendMessages(place: FillContext): Promise<void> {
  const { installation, shop, receiver, untilRow, control, rows } = place;
  const gone = await startReceiver();
  await gone.close();
  const app = await addSmsCaller(installation, shop, [
    '--inbound-url',
    receiver.url,
    '--report-url',
    gone.url,
    '--duplicate-window',
    '3600',
  ]);
  const waiting = await addSmsCaller(installation, shop, ['--quiet', '00:00-23:59']);
  await importInbound(place, app.appId);
  const to = (digits: string): string => `+22177000${digits}`;
  const ends = ['0001', '9001', '9101', '9201', '9401', '7010', '8003', '8007'];
  const sent = await app.send({ msisdn: ends.map(to), content: 'Bonjour' });
  assert.equal(sent.status, 200, sent.text);
  await app.send({ msisdn: [to('0002')], content: 'Ça coûte 5 € – très bien 😀' });
  await waiting.send({ msisdn: [to('0003')], content: 'Plus tard' });
  const [row] = await rows.read<{ now: Date }>('select jokko_now() as now');
  const scheduleAt = new Date(row!.now.getTime() + dayMs).toISOString();
  await app.send({ msisdn: [to('0004')], content: 'Demain', scheduleAt });
  for (const state of ['DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'UNKNOWN', 'SENT'])
    await untilRow(`an SMS is ${state}`, 'select from sms_message where state = $1', [state]);
  await untilRow('SMS are counted', 'select from sms_hour');
  for (const [text, from] of [
    ['STOP', '221770000001'],
    ['START', '221770000001'],
    ['STOP', '221770000005'],
    ['Bonjour', '221770000006'],
    ['long '.repeat(60), '221770000007'],
  ])
    await control('sms/inbound', { from, to: shortCode, text, account: 'jokko' });
  await untilRow('people wrote', 'select from sms_inbound having count(*) >= 5');
  await installation.cli(['sms-app', 'opt-out', 'add', app.appId, to('0008')]);
  await app.post('/api/sms/opt-outs', { msisdn: [to('0009')] });
}

/** What people write to the short code is the app's. */
async function importInbound({ installation: { cli } }: FillContext, app: string): Promise<void> {
  const routing = await cli<Json>(['sms', 'routing', 'export']);
  const folder = mkdtempSync(join(tmpdir(), 'jokko-release-'));
  const [file, ported] = [join(folder, 'routing.json'), join(folder, 'ported.csv')];
  writeFileSync(file, JSON.stringify({ ...routing, inbound: [{ number: shortCode, app }] }));
  await cli(['sms', 'routing', 'import', file]);
  writeFileSync(ported, 'number;operator\n+221770000010;OPA\n');
  await cli(['sms', 'ported', 'import', ported]);
  rmSync(folder, { recursive: true });
}
