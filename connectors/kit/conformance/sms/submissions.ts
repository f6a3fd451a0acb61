// Checks what a connector makes of the answers to a submission: taken, refused, and those that
// prove nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpResult, SmsPart, SmsSubmitOutcome } from '../../index.ts';
import { bytes, lost, notSent, partOf, play, wordOf } from './play.ts';
import type { CodeTable, SmsSubject } from './subject.ts';

export function answerTests<Config>(subject: SmsSubject<Config>): void {
  test('a part is submitted once, and accepted under the carrier’s id', async (t) => {
    const { outcome, submissions } = await play(subject, t);
    const part = partOf(1);
    assertTaken(subject, [part], [await outcome(part)]);
    assert.equal(submissions.length, 1);
  });

  test('parts of one turn each have their own id', async (t) => {
    const { submit } = await play(subject, t);
    const parts = [1, 2, 3].map(partOf);
    assertTaken(subject, parts, await Promise.all(parts.map(submit)));
  });

  const oneByOne = subject.refusesFirst === undefined && 'the protocol takes one message a request';
  test(
    'one part is refused inside a success, the others are taken',
    { skip: oneByOne },
    async (t) => {
      const { submit, next } = await play(subject, t);
      next.push(subject.refusesFirst!);
      const parts = [1, 2, 3].map(partOf);
      const [first, ...others] = await Promise.all(parts.map(submit));
      assert.equal(first?.kind, 'refused');
      assertTaken(subject, parts.slice(1), others);
    },
  );

  for (const table of subject.codes) {
    codeTests(subject, table);
    failureTests(subject, table);
    gatewayTests(subject, table);
  }
}

/** Each under its id, whether or not the carrier tells as how many it counts it. */
function assertTaken<Config>(
  { idOf }: SmsSubject<Config>,
  parts: readonly SmsPart[],
  outcomes: readonly SmsSubmitOutcome[],
): void {
  assert.deepEqual(
    outcomes.map((outcome) => [outcome.kind, outcome.kind === 'accepted' && outcome.id]),
    parts.map((part) => ['accepted', idOf(part)]),
  );
}

function codeTests<Config>(subject: SmsSubject<Config>, table: CodeTable): void {
  const { about, listed, answer, outcomes, invented } = table;
  test(`every code means what it should: ${about}`, async (t) => {
    assert.deepEqual(
      new Set([...listed].map(capitals)),
      new Set(Object.keys(outcomes).map(capitals)),
      'the table and what is expected of it have the same codes',
    );
    for (const [code, expected] of Object.entries(outcomes)) {
      const { outcome, session, next, end } = await play(subject, t);
      next.push((parts) => answer(code, parts[0]!));
      assert.equal(wordOf(await outcome(partOf(1)), session), expected, code);
      await end();
    }
  });

  test(`a code that nobody listed is never accepted, and is logged: ${about}`, async (t) => {
    for (const [code, expected] of Object.entries(invented)) {
      const { outcome, session, next, lines, end } = await play(subject, t);
      next.push((parts) => answer(code, parts[0]!));
      assert.equal(wordOf(await outcome(partOf(1)), session), expected, code);
      assert.ok(lines.length > 0, `${code} is logged`);
      await end();
    }
  });
}

/**
 * The tables are of refusals; a 5xx is no refusal, whatever it says: the message may have been
 * taken before.
 */
function failureTests<Config>(subject: SmsSubject<Config>, table: CodeTable): void {
  const codes = Object.keys(table.outcomes).filter((code) =>
    isRefusal(table.answer(code, partOf(1))),
  );
  // One of each meaning: a lost answer is looked up for minutes.
  const refusals = new Map(codes.map((code) => [table.outcomes[code]!, code]));
  const skip = refusals.size === 0 && 'none is an answer 4xx';
  test(`no code refuses beside a 5xx: ${table.about}`, { skip }, async (t) => {
    for (const [meaning, code] of refusals)
      for (const status of meaning.startsWith('refused')
        ? [408, 500, 502, 503, 504]
        : [500, 502, 504]) {
        const { outcome, next, submissions, end } = await play(subject, t);
        next.push((parts) => ({ ...table.answer(code, parts[0]!), status }));
        assert.equal((await outcome(partOf(1))).kind, 'unknown', `${status} ${code}`);
        assert.equal(submissions.length, 1, `${status} ${code}: sent again`);
        await end();
      }
  });
}

/**
 * What stands before the carrier may write in its form by chance, and does not know what was taken.
 */
function gatewayTests<Config>(subject: SmsSubject<Config>, table: CodeTable): void {
  const codes = Object.keys(table.invented).filter((code) =>
    isFailure(table.answer(code, partOf(1))),
  );
  const skip = codes.length === 0 && 'none is an answer of 400 or more';
  test(
    `a code that nobody listed proves nothing beside a 503: ${table.about}`,
    { skip },
    async (t) => {
      for (const code of codes) {
        const { outcome, next, submissions, end } = await play(subject, t);
        next.push((parts) => ({ ...table.answer(code, parts[0]!), status: 503 }));
        assert.equal((await outcome(partOf(1))).kind, 'unknown', code);
        assert.equal(submissions.length, 1, `${code}: sent again`);
        await end();
      }
    },
  );
}

const isFailure = (answer: HttpResult): boolean => answer.kind === 'answer' && answer.status >= 400;
const isRefusal = (answer: HttpResult): boolean =>
  answer.kind === 'answer' && answer.status >= 400 && answer.status < 500;

const capitals = (code: string): string => code.toUpperCase();

const page = '<html><body>502 Bad Gateway</body></html>';
const strange = ['', page, '{', '[]', '{}', 'null', '"x"', '\u0000\ufffd', '[[]]'];

/** Answers that may stand for a message that was taken. */
function nothingProven<Config>({ takes, garbled }: SmsSubject<Config>): [string, HttpResult][] {
  const taken = takes([partOf(1)]);
  const good = taken.kind === 'answer' ? taken : assert.fail('`takes` must be an answer');
  const half = good.body.subarray(0, good.body.length / 2);
  return [
    ['no answer in time', lost('timeout')],
    ['the connection broke', lost('connection')],
    ...[500, 502, 504].map((status): [string, HttpResult] => [`${status}`, bytes(status, page)]),
    ['503 of a proxy', bytes(503, page)],
    ['a success that is cut off', bytes(good.status, half)],
    ...strange.map((body): [string, HttpResult] => [body, bytes(good.status, body)]),
    ...[202, 204].map((status): [string, HttpResult] => [`${status}`, bytes(status, '')]),
    ...garbled.map((answer, at): [string, HttpResult] => [`garbled ${at + 1}`, answer]),
  ];
}

export function lostAnswerTests<Config>(subject: SmsSubject<Config>): void {
  test('an answer that proves nothing is unknown, and the part is not sent again', async (t) => {
    for (const [name, answer] of nothingProven(subject)) {
      const { outcome, next, submissions, end } = await play(subject, t);
      next.push(answer);
      assert.equal((await outcome(partOf(1))).kind, 'unknown', name);
      assert.equal(submissions.length, 1, `${name}: sent again`);
      await end();
    }
  });

  test('a part that did not leave is not sent, and goes out when the carrier is back', async (t) => {
    const { outcome, session, next, until } = await play(subject, t);
    next.push(notSent);
    assert.equal((await outcome(partOf(1))).kind, 'not_sent');
    await until(() => session.free > 0, 'the session has room again');
    assert.equal((await outcome(partOf(1))).kind, 'accepted');
  });
}
