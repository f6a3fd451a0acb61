// Checks what a connector makes of its carrier's word about a message whose answer was lost: what the
// carrier has is taken, and what it does not have, or does not say, is never sent twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResult, SmsPart } from '../../index.ts';
import { createScriptedCarrier } from '../scripted-carrier.ts';
import { cannotBeAsked, lost, partOf, play, statusOf, type Play, type Running } from './play.ts';
import { secretsOf } from './secrecy.ts';
import type { SmsSubject } from './subject.ts';

type LookUp<Config> = NonNullable<SmsSubject<Config>['lookUp']>;

export function lookUpTests<Config>(subject: SmsSubject<Config>): void {
  const { connector, lookUp } = subject;
  if (lookUp === undefined) {
    assert.equal(connector.find, undefined, 'a connector with `find` needs `lookUp` here');
    test('look-ups', { skip: 'the carrier cannot be asked for a message' });
    return;
  }
  sessionTests(subject, lookUp);
  if (connector.find !== undefined) findTests(subject, lookUp);
}

/** By the session, in the node that has submitted the part. */
function sessionTests<Config>(subject: SmsSubject<Config>, lookUp: LookUp<Config>): void {
  const { tells, repeatsAbsent = false } = lookUp;
  const part = partOf(1);
  const has = tells([part], statusOf(subject, 'enroute'));
  const hasNone = tells([], statusOf(subject, 'enroute'));

  /** The carrier loses the answer to a submission, and says one after the other what it is asked; the last of it again. */
  async function losing(t: Running, ...said: HttpResult[]): Promise<Play<Config>> {
    const playing = await play(subject, t);
    playing.next.push(lost('timeout'));
    playing.asked = () => (said.length > 1 ? said.shift()! : said[0]!);
    return playing;
  }
  const assertTaken = async (playing: Play<Config>, submissions: number): Promise<void> => {
    const outcome = await playing.outcome(part);
    assert.deepEqual(
      [outcome.kind, outcome.kind === 'accepted' && outcome.id, playing.submissions.length],
      ['accepted', subject.idOf(part), submissions],
    );
  };

  test('what the carrier has is accepted under its id, and not sent again', async (t) => {
    await assertTaken(await losing(t, has), 1);
  });

  test('while the carrier cannot be asked the part is unknown, and not sent again', async (t) => {
    for (const answer of cannotBeAsked(subject))
      for (const first of [answer, hasNone]) {
        const playing = await losing(t, first, answer);
        assert.equal((await playing.outcome(part)).kind, 'unknown', JSON.stringify(answer));
        assert.equal(playing.submissions.length, 1, 'sent again');
        await playing.end();
      }
  });

  if (!repeatsAbsent)
    return void test('a part that the carrier does not have is unknown, and not sent again', async (t) => {
      const playing = await losing(t, hasNone);
      assert.equal((await playing.outcome(part)).kind, 'unknown');
      assert.equal(playing.submissions.length, 1);
    });

  test('a part that the carrier does not have is sent once more, by the same request', async (t) => {
    const playing = await losing(t, hasNone);
    await assertTaken(playing, 2);
    const [first, second] = playing.submissions;
    assert.deepEqual(second, first, 'under another reference the carrier would take it twice');
  });

  test('a part that the carrier has at the second question is not sent again', async (t) => {
    await assertTaken(await losing(t, hasNone, has), 1);
  });

  test('a part that is lost twice is unknown, and sent no third time', async (t) => {
    const playing = await losing(t, hasNone);
    playing.next.push(lost('timeout'));
    assert.equal((await playing.outcome(part)).kind, 'unknown');
    assert.equal(playing.submissions.length, 2);
  });
}

/** More than a request may hold, none of whose references begins with another's. */
const many = Array.from({ length: 90 }, (_, at) => partOf(at + 10));

/** By `find`, in a node that knows the references alone. */
function findTests<Config>(subject: SmsSubject<Config>, { asks, tells }: LookUp<Config>): void {
  const { states } = subject.notices.statuses;
  const referenceOf = ({ ourRef }: SmsPart): string => ourRef;

  /** Asks for `parts`; the carrier has those of `theirs` that the request names. */
  async function find(
    parts: readonly SmsPart[],
    answer: (named: readonly SmsPart[], request: HttpRequest) => HttpResult,
  ) {
    const { lines, ...context } = createScriptedCarrier(subject.config, []);
    context.http = (request) => {
      assert.ok(!subject.submits(request), 'a question submits no message');
      if (!asks(request)) return Promise.resolve(subject.answers(request));
      const written = decodeURIComponent(request.url) + String(request.body ?? '');
      const named = many.filter(({ ourRef }) => written.includes(ourRef));
      return Promise.resolve(answer(named, request));
    };
    const told = await subject.connector.find!(context, parts.map(referenceOf));
    for (const secret of secretsOf(subject)) assert.ok(!JSON.stringify(lines).includes(secret));
    return told;
  }

  test('what the carrier has is told by our reference, as it stands', async () => {
    for (const [status, state] of Object.entries(states))
      assert.deepEqual(
        (await find(many.slice(0, 2), (named) => tells(named.slice(1), status)))?.map((each) => [
          each.ourRef,
          each.id,
          each.state,
          each.msisdn ?? many[1]!.to,
        ]),
        [[many[1]!.ourRef, subject.idOf(many[1]!), state, many[1]!.to]],
        status,
      );
  });

  test('what the carrier does not have is left out', async () => {
    assert.deepEqual(
      await find(many.slice(0, 2), () => tells([], statusOf(subject, 'enroute'))),
      [],
    );
  });

  test('however many are asked for, each is told', async () => {
    const told = await find(many, (named) => tells(named, statusOf(subject, 'delivered')));
    assert.deepEqual(
      told?.map(({ ourRef }) => ourRef).toSorted(),
      many.map(referenceOf).toSorted(),
    );
  });

  test('while the carrier cannot be asked nothing is told of any of them', async () => {
    for (const answer of cannotBeAsked(subject))
      assert.equal(await find(many.slice(0, 2), () => answer), null, JSON.stringify(answer));
  });
}
