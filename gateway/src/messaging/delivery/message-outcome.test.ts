// Proves that no combination of answers leads to an outcome that sends anything twice that must not
// be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SmsSubmitOutcome } from '@jokko/connectors/kit';
import { decideOutcome, type Policy, type Submission } from './message-outcome.ts';

const dueAt = new Date('2026-11-21T12:00:00Z');
const now = new Date('2026-11-21T12:00:10Z');
const submission = (
  outcomes: Submission['outcomes'],
  more: Partial<Submission> = {},
): Submission => ({
  connection: 'A',
  outcomes,
  reason: null,
  attempts: 1,
  dueAt,
  receipts: true,
  ...more,
});
const policy = (more: Partial<Policy> = {}): Policy => ({
  now,
  nextConnection: () => 'B',
  otherConnection: () => null,
  resendAfterMs: null,
  ...more,
});
const accepted: SmsSubmitOutcome = { kind: 'accepted', id: 'x' };
const throttled: SmsSubmitOutcome = {
  kind: 'busy',
  cause: 'throttled',
  code: '58',
  pauseMs: 1_000,
};
const refused = (
  reason: Extract<SmsSubmitOutcome, { kind: 'refused' }>['reason'],
): SmsSubmitOutcome => ({
  kind: 'refused',
  reason,
  code: '1',
});
const unknown: SmsSubmitOutcome = { kind: 'unknown', cause: 'timeout' };

const table: {
  name: string;
  submission: Submission;
  policy?: Policy;
  messageOutcome: ReturnType<typeof decideOutcome>;
}[] = [
  {
    name: 'all accepted',
    submission: submission([accepted, null, accepted]),
    messageOutcome: { to: 'SENT' },
  },
  {
    name: 'throttled keeps its place at the head of the queue',
    submission: submission([accepted, throttled]),
    messageOutcome: { to: 'ACCEPTED', connection: 'A', dueAt, reason: null },
  },
  {
    name: 'busy for the fifth time: over to another connection at once',
    submission: submission([throttled, throttled], { attempts: 5 }),
    policy: policy({ otherConnection: () => 'C' }),
    messageOutcome: { to: 'ACCEPTED', connection: 'C', dueAt, reason: null },
  },
  {
    name: 'busy on every connection: back, and less often',
    submission: submission([throttled], { attempts: 10 }),
    policy: policy({ otherConnection: () => 'A', now }),
    messageOutcome: {
      to: 'ACCEPTED',
      connection: 'A',
      dueAt: new Date(now.getTime() + 32_000),
      reason: null,
    },
  },
  {
    name: 'busy, and part of it was taken: it stays',
    submission: submission([null, throttled], { attempts: 5 }),
    policy: policy({ otherConnection: () => 'C' }),
    messageOutcome: { to: 'ACCEPTED', connection: 'A', dueAt, reason: null },
  },
  {
    name: 'an error of one recipient: later, behind those that were not tried yet',
    submission: submission([{ kind: 'busy', cause: 'operator_error', code: '45', pauseMs: 1_000 }]),
    messageOutcome: {
      to: 'ACCEPTED',
      connection: 'A',
      dueAt: new Date(now.getTime() + 2_000),
      reason: null,
      deferred: true,
    },
  },
  {
    name: 'a bad number is nobody else’s business',
    submission: submission([refused('bad_number')]),
    messageOutcome: { to: 'REJECTED', reason: 'bad_number' },
  },
  {
    name: 'no credit at one operator',
    submission: submission([refused('no_credit')]),
    messageOutcome: { to: 'ACCEPTED', connection: 'B', dueAt, reason: null },
  },
  {
    name: 'no connection is left',
    submission: submission([refused('other')]),
    policy: policy({ nextConnection: () => null }),
    messageOutcome: { to: 'REJECTED', reason: 'refused' },
  },
  {
    name: 'one part taken, one refused',
    submission: submission([accepted, refused('no_credit')]),
    messageOutcome: { to: 'REJECTED', reason: 'no_credit' },
  },
  {
    name: 'unknown',
    submission: submission([unknown]),
    messageOutcome: { to: 'UNKNOWN', reason: 'answer_timeout' },
  },
  {
    name: 'unknown, may be sent again',
    submission: submission([unknown]),
    policy: policy({ resendAfterMs: 90_000 }),
    messageOutcome: {
      to: 'ACCEPTED',
      connection: 'A',
      dueAt: new Date(now.getTime() + 90_000),
      reason: 'sent_again',
    },
  },
  {
    name: 'unknown a second time',
    submission: submission([unknown], { reason: 'sent_again' }),
    policy: policy({ resendAfterMs: 0 }),
    messageOutcome: { to: 'UNKNOWN', reason: 'answer_timeout' },
  },
  {
    name: 'perhaps sent once, then refused: another connection could deliver it twice',
    submission: submission([refused('not_permitted')], { reason: 'sent_again' }),
    messageOutcome: { to: 'REJECTED', reason: 'not_permitted' },
  },
];
for (const { name, submission: given, policy: by = policy(), messageOutcome } of table) {
  test(name, () => assert.deepEqual(decideOutcome(given, by), messageOutcome));
}

const outcomes = fc.array(
  fc.constantFrom<SmsSubmitOutcome | null>(
    ...[accepted, null, throttled, unknown, refused('bad_number'), refused('other')],
    ...[
      { kind: 'not_sent', cause: 'x' } as const,
      { kind: 'busy', cause: 'operator_error', code: '8', pauseMs: 500 } as const,
    ],
  ),
  { minLength: 1, maxLength: 5 },
);

test('F69 what may have been accepted is sent over no other connection, and again only where that is allowed', () => {
  fc.assert(
    fc.property(
      outcomes,
      fc.boolean(),
      fc.boolean(),
      fc.nat({ max: 100 }),
      (answers, resendUnknown, before, attempts) => {
        const given = submission(answers, { reason: before ? 'sent_again' : null, attempts });
        const messageOutcome = decideOutcome(
          given,
          policy({ resendAfterMs: resendUnknown ? 0 : null }),
        );
        const perhapsTaken =
          before ||
          answers.some(
            (answer) => answer === null || answer.kind === 'accepted' || answer.kind === 'unknown',
          );
        if (messageOutcome.to !== 'ACCEPTED') return;
        if (perhapsTaken) assert.equal(messageOutcome.connection, 'A');
        if (answers.some((answer) => answer?.kind === 'unknown'))
          assert.ok(resendUnknown && !before);
        assert.ok(messageOutcome.dueAt.getTime() <= now.getTime() + 300_000);
      },
    ),
  );
});
