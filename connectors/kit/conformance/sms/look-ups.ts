// Checks what a connector makes of its carrier's word about a message whose answer was lost: what
// the carrier has is taken, and what it does not have, or does not say, is never sent twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest, HttpResult, SmsPart } from '../../index.ts';
import { normalPartId } from '../../index.ts';
import { createScriptedCarrier } from '../scripted-carrier.ts';
import { cannotBeAsked, lost, partOf, play, statusOf, type Play, type Running } from './play.ts';
import { secretsOf } from './secrecy.ts';
import type { SmsSubject } from './subject.ts';

type LookUp<Config> = NonNullable<SmsSubject<Config>['lookUp']>;

export function lookUpTests<Config>(subject: SmsSubject<Config>): void {
  const { connector, lookUp } = subject;
  if (lookUp === undefined) {
    for (const member of ['find', 'findById'] as const)
      assert.equal(
        connector[member],
        undefined,
        `a connector with \`${member}\` needs \`lookUp\` here`,
      );
    test('look-ups', { skip: 'the carrier cannot be asked for a message' });
    return;
  }
  sessionTests(subject, lookUp);
  const { byId, asks, tells } = lookUp;
  if (connector.find !== undefined)
    askTests(subject, { by: 'find', nameOf: ({ ourRef }) => ourRef, asks, tells });
  if (connector.findById === undefined) return;
  assert.ok(byId, 'a connector with `findById` needs `lookUp.byId` here');
  // As the gateway stores them.
  askTests(subject, {
    by: 'findById',
    nameOf: (part) => normalPartId(subject.idOf(part)),
    ...byId,
  });
}

/** By the session, in the node that has submitted the part. */
function sessionTests<Config>(subject: SmsSubject<Config>, lookUp: LookUp<Config>): void {
  const { tells, repeatsAbsent = false } = lookUp;
  const part = partOf(1);
  const has = tells([part], statusOf(subject, 'enroute'));
  const hasNone = tells([], statusOf(subject, 'enroute'));

  /**
   * The carrier loses the answer to a submission, and says one after the other what it is asked;
   * the last of it again.
   */
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

/**
 * How a connector is asked for many messages at once: by `find` with our references, by `findById`
 * with the carrier's ids.
 */
interface Questions<Config> {
  by: 'find' | 'findById';
  nameOf(part: SmsPart): string;
  asks: LookUp<Config>['asks'];
  tells: LookUp<Config>['tells'];
}

function askTests<Config>(
  subject: SmsSubject<Config>,
  { by, nameOf, asks, tells }: Questions<Config>,
): void {
  const { states } = subject.notices.statuses;

  /** Asks for `parts`; the carrier has those of `theirs` that the request names. */
  async function ask(
    parts: readonly SmsPart[],
    answer: (named: readonly SmsPart[], request: HttpRequest) => HttpResult,
  ) {
    const { lines, ...context } = createScriptedCarrier(subject.config, []);
    context.http = (request) => {
      assert.ok(!subject.submits(request), 'a question submits no message');
      if (!asks(request)) return Promise.resolve(subject.answers(request));
      const written = (decodeURIComponent(request.url) + String(request.body ?? '')).toLowerCase();
      const named = many.filter((part) => written.includes(nameOf(part).toLowerCase()));
      return Promise.resolve(answer(named, request));
    };
    const told = await subject.connector[by]!(context, parts.map(nameOf));
    for (const secret of secretsOf(subject)) assert.ok(!JSON.stringify(lines).includes(secret));
    return told;
  }

  test(`${by}: what the carrier has is told as it stands`, async () => {
    for (const [status, state] of Object.entries(states))
      assert.deepEqual(
        (
          await ask(many.slice(0, 2), (named) =>
            tells(
              named.filter((part) => part === many[1]),
              status,
            ),
          )
        )?.map((each) => [
          by === 'find' ? each.ourRef : many[1]!.ourRef,
          each.id,
          each.state,
          each.msisdn ?? many[1]!.to,
        ]),
        [[many[1]!.ourRef, subject.idOf(many[1]!), state, many[1]!.to]],
        status,
      );
  });

  test(`${by}: what the carrier does not have is left out`, async () => {
    const none = () => tells([], statusOf(subject, 'enroute'));
    assert.deepEqual(await ask(many.slice(0, 2), none), []);
  });

  test(`${by}: however many are asked for, each is told`, async () => {
    const told = await ask(many, (named) => tells(named, statusOf(subject, 'delivered')));
    assert.deepEqual(
      told?.map(({ id }) => id).toSorted(),
      many.map((part) => subject.idOf(part)).toSorted(),
    );
  });

  test(`${by}: while the carrier cannot be asked nothing is told of any of them`, async () => {
    for (const answer of cannotBeAsked(subject))
      assert.equal(await ask(many.slice(0, 2), () => answer), null, JSON.stringify(answer));
  });
}
