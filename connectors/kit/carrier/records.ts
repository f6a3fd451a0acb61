// Asks a carrier's records of messages by our references: what became of those whose answer was
// lost, and whether reports that nothing proves are true. What waits in this process goes into few
// questions, one after the other, in the pace that the carrier allows the account.

import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResult } from '../connector.ts';
import { callEnded } from '../http-origin.ts';
import type { SmsPart, SmsReceipt } from '../sms.ts';
import type { JsonObject } from '../wire-json.ts';
import type { Account, CarrierContext } from './calls.ts';
import type { Found } from './carrier.ts';
import type { HttpAnswer, Reading } from './reading.ts';
import { retryAfterMs } from './retry-after.ts';

interface Declared<Settings> {
  /** Letters that the address of a question has beside each id. */
  besideId: number;
  /** From the beginning of a question to the next one. */
  betweenMs: number;
  ask(context: CarrierContext<Settings>, ids: readonly string[]): Promise<HttpResult>;
  /** By our references. Null: it is no answer of the records. */
  entriesOf(answer: HttpAnswer): ReadonlyMap<string, JsonObject> | null;
  receiptOf(entry: JsonObject): SmsReceipt | null;
  /** As of an answer to a submission. */
  readingOf(entry: JsonObject, part: SmsPart, context: CarrierContext<Settings>): Reading;
}

/**
 * What the records say of a message. Undefined: they do not have it. Null: they cannot be asked
 * now.
 */
type Recorded = JsonObject | undefined | null;

export interface Records<Settings> {
  /**
   * What became of a part whose answer was lost: it can wait until the records take questions
   * again.
   */
  findPart(context: CarrierContext<Settings>, part: SmsPart): Promise<Found>;
  /** The records tell the state of each, or the notice is to come again: null. */
  confirm(
    context: CarrierContext<Settings>,
    unproven: readonly SmsReceipt[],
  ): Promise<SmsReceipt[] | null>;
  /**
   * As the records tell them now; ids that they do not know, or cannot tell now, are left out.
   * Null: none can be told.
   */
  find(context: CarrierContext<Settings>, ids: readonly string[]): Promise<SmsReceipt[] | null>;
}

interface Question<Settings> {
  id: string;
  /** The context of who asks: it may have ended before. */
  context: CarrierContext<Settings>;
  /** How often it is asked for anew where the records take no more questions now. */
  triesLeft: number;
  resolve(recorded: Recorded): void;
}

/**
 * Letters of the ids in one address: RFC 9110 (section 4.1) bids everybody take addresses of 8,000.
 */
const lettersMax = 7_500;
/**
 * When no more questions are taken, because of other nodes perhaps, unless the carrier says for how
 * long.
 */
const pauseMinMs = 5_000;
/** For a part whose place in the window is kept: a minute is over by then. */
const patientTries = 15;
/**
 * Who cannot wait for longer than this is told at once that the records cannot be asked: a notice
 * comes again, and its answer would come too late.
 */
const waitMaxMs = 8_000;

export function createRecords<Settings>(declared: Declared<Settings>): Records<Settings> {
  const askers = new WeakMap<Account, Asker<Settings>>();
  function askerOf({ account }: CarrierContext<Settings>): Asker<Settings> {
    const asker = askers.get(account) ?? createAsker(declared);
    askers.set(account, asker);
    return asker;
  }
  async function askAll(
    context: CarrierContext<Settings>,
    ids: readonly string[],
  ): Promise<Recorded[]> {
    const asker = askerOf(context);
    if (asker.waitMs() > waitMaxMs) return ids.map(() => null);
    return Promise.all(ids.map((id) => asker.ask(context, id, 0)));
  }
  const receiptsOf = (entries: readonly Recorded[]): SmsReceipt[] =>
    entries.flatMap((entry) => (entry && declared.receiptOf(entry)) ?? []);
  return {
    async findPart(context, part) {
      const entry = await askerOf(context).ask(context, part.ourRef, patientTries);
      if (entry === undefined) return { kind: 'absent' };
      if (entry === null) return { kind: 'unknown' };
      // With another number: another installation on the account has used the reference.
      const { msisdn = null } = declared.receiptOf(entry) ?? {};
      if (msisdn !== null && msisdn !== part.to) return { kind: 'unknown' };
      const reading = declared.readingOf(entry, part, context);
      return reading.outcome.kind === 'unknown' ? { kind: 'unknown' } : { kind: 'read', reading };
    },
    async confirm(context, unproven) {
      const ids = unproven.map(({ id }) => id);
      const entries = await askAll(context, ids);
      return entries.includes(null) ? null : receiptsOf(entries);
    },
    async find(context, ids) {
      const entries = await askAll(context, ids);
      const isSilent = ids.length > 0 && entries.every((entry) => entry === null);
      return isSilent ? null : receiptsOf(entries);
    },
  };
}

interface Asker<Settings> {
  /** The wait of who asks now, about. */
  waitMs(): number;
  ask(context: CarrierContext<Settings>, id: string, tries: number): Promise<Recorded>;
}

function createAsker<Settings>(declared: Declared<Settings>): Asker<Settings> {
  const { besideId, betweenMs, entriesOf } = declared;
  let waiting: Question<Settings>[] = [];
  let waitingLetters = 0;
  let isAsking = false;
  let nextMs = -Infinity;
  async function askWaiting(): Promise<void> {
    isAsking = true;
    // What is asked for in the same turn is asked together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const waitMs = Math.ceil(nextMs - performance.now());
      if (waitMs > 0) await sleep(waitMs);
      const ids = firstIds(waiting, besideId);
      const questions = waiting.filter(({ id }) => ids.has(id));
      waiting = waiting.filter(({ id }) => !ids.has(id));
      nextMs = performance.now() + betweenMs;
      const result = await askFor(declared, questions, [...ids]);
      const pauseMs = pauseOf(result);
      if (pauseMs !== null) nextMs = performance.now() + pauseMs;
      const entries = result.kind === 'answer' ? entriesOf(result) : null;
      for (const question of questions)
        if (pauseMs !== null && question.triesLeft-- > 0) waiting.push(question);
        else {
          waitingLetters -= question.id.length + besideId;
          question.resolve(entries && entries.get(question.id));
        }
    }
    isAsking = false;
  }
  return {
    waitMs: () => (waitingLetters / lettersMax) * betweenMs,
    ask(context, id, tries) {
      const { promise, resolve } = Promise.withResolvers<Recorded>();
      waiting.push({ id, context, triesLeft: tries, resolve });
      waitingLetters += id.length + besideId;
      if (!isAsking) void askWaiting();
      return promise;
    },
  };
}

const lost: HttpResult = { kind: 'lost', cause: 'connection' };

/** For all of them, by one that still waits: a call or a session that has ended sends nothing. */
async function askFor<Settings>(
  { ask }: Declared<Settings>,
  questions: readonly Question<Settings>[],
  ids: readonly string[],
): Promise<HttpResult> {
  let result = lost;
  for (const context of new Set(questions.map((question) => question.context))) {
    result = await ask(context, ids).catch((): HttpResult => lost);
    if (result.kind !== 'not_sent' || !result.cause.endsWith(callEnded)) break;
  }
  return result;
}

/** Null: the records take the next question. */
const pauseOf = (result: HttpResult): number | null =>
  result.kind === 'answer' && result.status === 429
    ? Math.max(pauseMinMs, retryAfterMs(result) ?? 0)
    : null;

/** As many as one question holds; at least one. */
function firstIds(
  waiting: readonly Pick<Question<unknown>, 'id'>[],
  besideId: number,
): ReadonlySet<string> {
  const ids = new Set<string>();
  let letters = 0;
  for (const { id } of waiting) {
    if (ids.has(id)) continue;
    letters += id.length + besideId;
    if (letters > lettersMax && ids.size > 0) break;
    ids.add(id);
  }
  return ids;
}
