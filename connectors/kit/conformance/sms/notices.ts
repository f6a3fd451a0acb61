// Checks that a connector reads what its carrier notifies: reports, messages from phones and
// opt-outs, as far as they are proven, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SmsNotice, SmsReceipt, SmsReceived } from '../../index.ts';
import { noticeUrl } from '../scripted-carrier.ts';
import { cannotBeAsked, garbage, partOf, play, statusOf, type Play } from './play.ts';
import type { SmsSubject } from './subject.ts';

type Take = (notice: SmsNotice) => SmsReceived;

const takeOf =
  <Config>({ connector }: SmsSubject<Config>, config: Config): Take =>
  (notice) =>
    connector.receive!({ config, noticeUrl }, notice);

export function reportTests<Config>(subject: SmsSubject<Config>): void {
  const { report, statuses } = subject.notices;
  const take = takeOf(subject, subject.config);
  const { states } = statuses;
  const part = partOf(1);

  test('every status of a report means what it should; one that nobody listed is unknown', () => {
    assert.deepEqual(
      new Set([...statuses.listed].map((status) => status.toUpperCase())),
      new Set(Object.keys(states).map((status) => status.toUpperCase())),
    );
    for (const [status, state] of [...Object.entries(states), ['TELEPORTED', 'unknown']])
      assertReport(subject, take(report(part, status!)), state!);
  });

  test('a report says the same however often it comes, also before the answer and of no message of ours', () => {
    const delivered = report(part, statusOf(subject, 'delivered'));
    const first = take(delivered);
    assert.deepEqual(take(delivered), first);
    assertReport(subject, take(report(part, statusOf(subject, 'enroute'))), 'enroute');
    assert.deepEqual(take(delivered), first);
    const stranger = partOf(77);
    const [receipt] = take(report(stranger, statusOf(subject, 'delivered'))).receipts;
    assert.equal(receipt?.id, subject.idOf(stranger));
  });
}

function assertReport<Config>(
  { idOf }: SmsSubject<Config>,
  { reply, receipts, inbound, unproven = [] }: SmsReceived,
  state: string,
): void {
  const part = partOf(1);
  assert.ok(reply.status >= 200 && reply.status < 300, String(reply.status));
  assert.deepEqual([inbound, unproven], [[], []]);
  const [receipt, ...others] = receipts;
  assert.ok(receipt !== undefined && others.length === 0, 'one report');
  assert.deepEqual([receipt.id, receipt.state], [idOf(part), state]);
  assert.equal(receipt.msisdn ?? part.to, part.to);
  assert.equal(receipt.ourRef ?? part.ourRef, part.ourRef);
}

export function inboundTests<Config>(subject: SmsSubject<Config>): void {
  const { inbound, optOut } = subject.notices;
  const take = takeOf(subject, subject.config);
  const [from, to] = ['221770000009', '38000'];

  test(
    'a message from a phone is read with its words as they are',
    { skip: inbound === undefined && 'the protocol has no messages from phones' },
    () => {
      for (const text of ['STOP', 'Arrêt', ' stop promo ', 'à 5 € & + % = 🦒', ''])
        assert.deepEqual(
          take(inbound!({ from, to, text, id: 'in-1' })).inbound.map((message) => ({
            ...message,
            dedupeKey: message.dedupeKey ?? 'in-1',
          })),
          [{ from, to, text, dedupeKey: 'in-1' }],
        );
    },
  );

  test(
    'an opt-out is a STOP',
    { skip: optOut === undefined && 'phones opt out with a stop word' },
    () => {
      const [message] = take(optOut!({ from, to })).inbound;
      assert.deepEqual([message?.from, message?.to, message?.text], [from, to, 'STOP']);
    },
  );
}

const deep = `{"a":${'['.repeat(2_000)}`;

const noticeOf = (method: string, body: string | Buffer, rawQuery = ''): SmsNotice => ({
  method,
  path: '/',
  query: Object.fromEntries(new URLSearchParams(rawQuery)),
  rawQuery,
  headers: {},
  body: Buffer.from(body),
  receivedAtMs: 0,
});

export function falseNoticeTests<Config>(subject: SmsSubject<Config>): void {
  const { forged, report, inbound, statuses } = subject.notices;
  const take = takeOf(subject, subject.config);
  const assertRefused = (notice: SmsNotice, name: string): void => {
    const { reply, receipts, inbound: messages, unproven = [] } = take(notice);
    assert.ok(reply.status >= 400 && reply.status < 500, `${name}: ${reply.status}`);
    assert.deepEqual([receipts, messages, unproven], [[], [], []], name);
  };

  test('garbage is answered 4xx, tells nothing, and breaks nothing', () => {
    for (const method of ['POST', 'PUT', 'GET', 'DELETE'])
      for (const body of [...garbage, deep]) {
        assertRefused(noticeOf(method, body), `${method} ${body.slice(0, 20)}`);
        assertRefused(noticeOf(method, body, 'a=%&=b&&id'), `${method} ${body.slice(0, 20)}?`);
      }
  });

  test('a notice without a good proof is answered 4xx', { skip: unsigned(forged) }, () => {
    const genuine = [report(partOf(1), Object.keys(statuses.states)[0]!)];
    if (inbound !== undefined)
      genuine.push(inbound({ from: '221770000009', to: '38000', text: 'STOP', id: 'in-1' }));
    for (const notice of genuine)
      for (const [at, each] of forged!(notice).entries()) assertRefused(each, `forged ${at + 1}`);
  });

  test('a megabyte of garbage is refused within 50 ms', () => {
    for (const [name, body] of megabytes()) {
      const notice = noticeOf('POST', body);
      const tookMs = Math.min(...Array.from({ length: tries }, () => cpuMs(() => take(notice))));
      assert.ok(tookMs <= 50, `${name}: ${tookMs.toFixed(1)} ms`);
      assertRefused(notice, name);
    }
  });
}

const unsigned = (forged: unknown): string | false =>
  forged === undefined && 'only the secret address proves a notice';

/** The best of them: the machine and the collector of garbage have their own moments. */
const tries = 5;

function cpuMs(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

function megabytes(): [string, Buffer][] {
  const filled = (text: string): Buffer => Buffer.alloc(1_048_576, text);
  return [
    ['one letter', filled('a')],
    ['no text', filled('\u00ff')],
    ['brackets', filled('[')],
    ['objects', filled('{"a":')],
    ['a long list', Buffer.from(`[${'{},'.repeat(349_000)}{}]`)],
    ['fields of a form', filled('a=1&b=2&')],
    [
      'different fields',
      Buffer.from(Array.from({ length: 90_000 }, (_, at) => `f${at}=1`).join('&')),
    ],
    ['escapes', filled('%41')],
    ['half escapes', filled('%')],
  ];
}

export function confirmTests<Config>(subject: SmsSubject<Config>): void {
  const { connector } = subject;
  const { unproven, report } = subject.notices;
  if (unproven === undefined) return;
  const { config, confirms } = unproven;
  const take = takeOf(subject, config);
  const part = partOf(1);
  const told = (): readonly SmsReceipt[] => {
    const received = take(report(part, statusOf(subject, 'delivered')));
    assert.deepEqual(received.receipts, [], 'nothing proves it');
    return received.unproven ?? [];
  };
  /** Lets time pass until it is known: a carrier may allow few questions. */
  async function confirm({ context, until }: Play<Config>) {
    let isKnown = false;
    const asked = connector.confirm!(context, told()).finally(() => (isKnown = true));
    await until(() => isKnown, 'what the carrier confirms');
    return asked;
  }

  test('an unproven report counts only as the carrier confirms it', async (t) => {
    const [receipt] = told();
    assert.equal(receipt?.id, subject.idOf(part));
    const playing = await play(subject, t, { config });
    playing.all = confirms(part, statusOf(subject, 'undeliverable'));
    const confirmed = await confirm(playing);
    assert.deepEqual(
      confirmed?.map(({ id, state }) => [id, state]),
      [[subject.idOf(part), 'undeliverable']],
    );
    playing.all = confirms(partOf(2), statusOf(subject, 'delivered'));
    assert.deepEqual(await confirm(playing), [], 'it has no such message');
  });

  test('while the carrier cannot be asked, the notice is to come again', async (t) => {
    const playing = await play(subject, t, { config });
    for (const answer of cannotBeAsked(subject)) {
      playing.all = answer;
      assert.equal(await confirm(playing), null, JSON.stringify(answer));
    }
  });
}
