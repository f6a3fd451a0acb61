// Plays the carrier of an SMS subject: it knows us and takes every message, unless a test says
// otherwise. Time is held, so that pauses and look-ups take none.

import assert from 'node:assert/strict';
import { holdTime, type HeldTime } from '../../../../acceptance/harness/held-time.ts';
import type {
  HttpRequest,
  HttpResult,
  SmsContext,
  SmsPart,
  SmsReceipt,
  SmsSession,
  SmsSubmitOutcome,
} from '../../index.ts';
import { createScriptedCarrier, recordEvents, samplePart } from '../scripted-carrier.ts';
import type { RecordedEvents } from '../scripted-carrier.ts';
import type { SmsSubject } from './subject.ts';

/** The test that runs; `after` takes what ends with it. */
export interface Running {
  after(work: () => void | Promise<void>): void;
}

type Answer = HttpResult | ((parts: readonly SmsPart[]) => HttpResult | Promise<HttpResult>);

export interface Play<Config> {
  context: SmsContext<Config>;
  session: SmsSession;
  events: RecordedEvents;
  time: HeldTime;
  /** All that were made. */
  requests: HttpRequest[];
  submissions: HttpRequest[];
  /** What was logged. */
  lines: string[];
  /** The answers to the next submissions; those that come after are taken. */
  next: Answer[];
  /** The answer to every request instead, until it is null. */
  all: HttpResult | null;
  /** The answer to questions about a message; null: it cannot say. */
  asked: ((request: HttpRequest) => HttpResult) | null;
  submit(part: SmsPart): Promise<SmsSubmitOutcome>;
  /** Submits, and lets time pass until the outcome is known. */
  outcome(part: SmsPart): Promise<SmsSubmitOutcome>;
  /** Lets time pass until it is so; fails when it never is. */
  until(isSo: () => boolean, what: string): Promise<void>;
  /** Closes the session, and lets time run; as the end of the test does. */
  end(): Promise<void>;
}

/** Texts and numbers that occur nowhere else. `number`: 1 to 99. */
export const partOf = (number: number): SmsPart => ({
  ...samplePart,
  to: `2217700001${String(number).padStart(2, '0')}`,
  text: 'Votre mot secret est girafe',
  ourRef: `7091659672946-${number}`,
});

export const never: Promise<HttpResult> = new Promise(() => {});
export const notSent: HttpResult = { kind: 'not_sent', cause: 'ECONNREFUSED' };
export const lost = (cause: 'timeout' | 'connection'): HttpResult => ({ kind: 'lost', cause });
export const bytes = (
  status: number,
  body: string | Buffer,
  headers: { [name: string]: string } = {},
): HttpResult => ({ kind: 'answer', status, headers, body: Buffer.from(body) });

export const garbage = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{}',
  '{"results":null}',
  '<xml/>',
  '\u0000\u0001',
];

/** Answers to a question that say nothing of what is asked. */
export const cannotBeAsked = <Config>({ wrongCredentials }: SmsSubject<Config>): HttpResult[] => [
  lost('timeout'),
  notSent,
  wrongCredentials,
  ...[429, 500, 502, 503].map((status) => bytes(status, '<html>')),
  ...garbage.map((body) => bytes(200, body)),
];

/** The first status of a report that means this. */
export const statusOf = <Config>(
  { notices }: SmsSubject<Config>,
  state: SmsReceipt['state'],
): string => {
  const { states } = notices.statuses;
  return (
    Object.keys(states).find((status) => states[status] === state) ??
    assert.fail(`no status means ${state}`)
  );
};

/** Longer than any look-up. */
const patienceMs = 600_000;
const stepMs = 100;

export interface PlayOptions<Config> {
  config?: Config;
  /** What every request is answered from the beginning. */
  all?: HttpResult;
}

/** Opens a session, which is closed with the test. Without `all` it is bound. */
export async function play<Config>(
  subject: SmsSubject<Config>,
  test: Running,
  { config = subject.config, all }: PlayOptions<Config> = {},
): Promise<Play<Config>> {
  const time = holdTime();
  const events = recordEvents();
  const parts: SmsPart[] = [];
  let hasEnded = false;
  const { context, lines } = listening(config);
  async function until(isSo: () => boolean, what: string): Promise<void> {
    const endMs = time.now() + patienceMs;
    while (!isSo()) {
      assert.ok(time.now() < endMs, `not in ten minutes: ${what}`);
      await time.pass(stepMs);
    }
  }
  const playing: Omit<Play<Config>, 'session'> = {
    context,
    events,
    time,
    requests: [],
    submissions: [],
    lines,
    next: [],
    all: all ?? null,
    asked: null,
    until,
    submit(part) {
      parts.push(part);
      return session.submit(part);
    },
    async outcome(part) {
      let told: SmsSubmitOutcome | undefined;
      const submitted = playing.submit(part).then((each) => (told = each));
      await until(() => told !== undefined, 'the outcome of a part');
      return submitted;
    },
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      const closing = session.close(0);
      await time.pass(stepMs);
      await closing;
      time.release();
    },
  };
  context.http = (request) => {
    playing.requests.push(request);
    const isSubmission = subject.submits(request);
    if (isSubmission) playing.submissions.push(request);
    return Promise.resolve(answerTo(playing, subject, request, isSubmission ? parts : null));
  };
  const session = subject.connector.open(context, events);
  test.after(() => playing.end());
  assert.deepEqual([session.state, session.free], ['connecting', 0]);
  if (all === undefined) await until(() => session.state === 'bound', 'the session is bound');
  return Object.assign(playing, { session });
}

/** `parts`: all that were submitted so far; null: the request submits none. */
function answerTo<Config>(
  playing: Pick<Play<Config>, 'all' | 'next' | 'asked'>,
  subject: SmsSubject<Config>,
  request: HttpRequest,
  parts: readonly SmsPart[] | null,
): HttpResult | Promise<HttpResult> {
  if (playing.all !== null) return playing.all;
  if (parts === null)
    return playing.asked !== null && subject.lookUp?.asks(request) === true
      ? playing.asked(request)
      : subject.answers(request);
  const written = decodeURIComponent(request.url) + String(request.body);
  // A part that is submitted again stands in the request once.
  const meant = [...new Map(parts.map((part) => [part.ourRef, part])).values()].filter(({ to }) =>
    written.includes(to),
  );
  const answer = playing.next.shift() ?? subject.takes;
  return typeof answer === 'function' ? answer(meant) : answer;
}

/** A context with a place for its transport, and what is logged over it. */
function listening<Config>(config: Config): {
  context: SmsContext<Config>;
  lines: string[];
} {
  const { lines, ...context } = createScriptedCarrier(config, []);
  return { context, lines };
}

/** `refused bad_number`, `busy throttled`; with a star where the session is not bound now. */
export function wordOf(outcome: SmsSubmitOutcome, { state }: SmsSession): string {
  const why =
    outcome.kind === 'refused' ? outcome.reason : outcome.kind === 'busy' ? outcome.cause : '';
  return `${outcome.kind} ${why}${state === 'bound' ? '' : '*'}`.replace(' *', '*').trim();
}
