// F73: proves that a node survives a hostile SMSC: it keeps running in bounded memory, payments
// are answered, and messages of other carrier connections are sent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, makeRandom, payOut, until } from './harness/index.ts';
import { hostilities, startHostileSmsc } from './harness/hostile-smsc.ts';
import type { HostileSmsc, Hostility } from './harness/hostile-smsc.ts';
import { importRouting } from './harness/sms-routing.ts';
import type { TestRouting } from './harness/sms-routing.ts';
import { openSmsFixture } from './harness/sms-fixture.ts';
import type { SmsFixture } from './harness/sms-fixture.ts';

const seed = Number(process.env['JOKKO_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const hostileMs = process.env['JOKKO_NIGHTLY'] === '1' ? 120_000 : 10_000;
/**
 * What lives is about 70 MB. Left to itself the process collects its garbage when it likes: how
 * much of it lies around says nothing about a leak.
 */
const heapMaxMb = 128;
/** With the program itself, its stacks and the buffers outside the heap. */
const residentMaxMb = 400;
/** The most of so much time as the SMSCs are given at least. */
const logMaxBytes = 1_000_000;
/**
 * Far more than a machine stands still for; a node that an SMSC keeps busy would not answer at all.
 */
const answeredWithinMs = 60_000;
const final = ['DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'UNKNOWN'];

describe('F73 hostile SMSCs', () => {
  const smscs = new Map<Hostility, HostileSmsc>();
  let fixture: SmsFixture;
  let routing: TestRouting;
  before(async () => {
    process.stdout.write(`hostile SMSCs: JOKKO_FUZZ_SEED=${seed}\n`);
    const random = makeRandom(seed);
    for (const hostility of hostilities)
      smscs.set(hostility, await startHostileSmsc(hostility, random));
    const config = {
      host: '127.0.0.1',
      systemId: 'us',
      password: 'secret',
      binds: 3,
      enquireLinkMs: 500,
      responseTimeoutMs: 1_000,
    };
    const hostile = [...smscs].map(
      ([name, { port }]) => [name.toUpperCase(), { config: { ...config, port } }] as const,
    );
    routing = { connections: { PLAIN: {}, ...Object.fromEntries(hostile) } };
    fixture = await openSmsFixture(routing, {
      unbound: hostile.map(([name]) => name),
      ownProcess: true,
      env: { NODE_OPTIONS: `--max-old-space-size=${heapMaxMb}` },
    });
  });
  after(async () => {
    for (const smsc of smscs.values()) await smsc.close();
    await fixture.close();
  });

  const residentMb = (): number => {
    const status = readFileSync(`/proc/${fixture.installation.nodes[0]!.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
  };

  it('F73 payments are answered and other connections deliver while nine SMSCs misbehave; memory and log stay small', async (t) => {
    const client = createClient(fixture.installation.baseUrl, fixture.account.apiKey);
    const ids: string[] = [];
    for (const hostility of hostilities)
      ids.push(await fixture.sms.accept(fixture.numbers(hostility.toUpperCase(), 30)));
    let highestMb = 0;
    let slowestMs = 0;
    let payments = 0;
    const startedAt = performance.now();
    for (const endsAt = startedAt + hostileMs; performance.now() < endsAt; await sleep(100)) {
      const answer = await client.operation(payOut());
      assert.equal(answer.json.code, 2000, answer.text);
      slowestMs = Math.max(slowestMs, answer.elapsedMs);
      highestMb = Math.max(highestMb, residentMb());
      payments += 1;
      if (payments % 10 !== 0) continue;
      const id = await fixture.sms.accept(fixture.numbers('PLAIN', 5));
      await fixture.sms.untilEach(
        id,
        'messages of another connection are delivered',
        ({ state }) => state === 'DELIVERED',
      );
    }
    const log = fixture.installation.logs();
    const met = [...smscs].map(([name, { connections }]) => `${name} ${connections()}`).join(', ');
    t.diagnostic(
      `${payments} payments, slowest ${Math.round(slowestMs)} ms, ${Math.round(highestMb)} MB, log ${log.length} bytes; connections: ${met}`,
    );
    for (const [name, { connections }] of smscs) assert.ok(connections() > 0, `${name} was met`);
    assert.ok(slowestMs < answeredWithinMs, `a payment took ${slowestMs} ms`);
    assert.ok(highestMb < residentMaxMb, `${highestMb} MB`);
    const times = (performance.now() - startedAt) / hostileMs;
    assert.ok(log.length < logMaxBytes * times, `${log.length} bytes of log`);
    assert.doesNotMatch(log, /uncaught|unhandled|RangeError|TypeError|ERR_/i);
    // What a SMSC took, or may have taken, is final; what it certainly did not take waits.
    for (const id of ids) {
      const states = new Set((await fixture.sms.messages(id)).map(({ state }) => state));
      for (const state of states)
        assert.ok([...final, 'ACCEPTED', 'QUEUED', 'SENT'].includes(state), state);
    }
  });

  it('F73 once they are gone nothing hangs: all that waited goes over the connection that takes their place', async () => {
    for (const smsc of smscs.values()) await smsc.close();
    const { PLAIN: plain = {} } = routing.connections;
    // The same connections by name, to the simulator now.
    await importRouting(fixture.installation, {
      connections: Object.fromEntries(
        Object.keys(routing.connections).map((name) => [name, plain]),
      ),
    });
    // What is sent to one that is about to be found gone would be lost, and stay unknown.
    await Promise.all(Object.keys(routing.connections).map(fixture.untilBound));
    const id = await fixture.sms.accept(
      hostilities.flatMap((hostility) => fixture.numbers(hostility.toUpperCase(), 2)),
    );
    await fixture.sms.untilEach(id, 'all are delivered', ({ state }) => state === 'DELIVERED', {
      timeoutMs: 120_000,
    });
    await until(
      'the doctor finds all whole',
      async () => (await fixture.installation.runCli(['doctor'])).code === 0,
      { everyMs: 500 },
    );
  });
});
