// Asks Infobip's logs, which know the messages of 48 hours by our references: to confirm reports that
// nothing proves, and to find messages whose answer was lost. Infobip allows 120 questions a minute,
// so that whatever waits in this process goes into one, and one follows the other.

import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResult, JsonObject, SmsContext, SmsReceipt } from '@jokko/connectors/kit';
import { readRequestError } from '@jokko/connectors/kit/carrier';
import { getLogs } from './call.ts';
import type { InfobipConfig } from './config.ts';
import { codeOf, entriesOf, isLogs } from './read-answer.ts';
import { readReport } from './read-report.ts';
import { requestErrors } from './status-table.ts';

type Context = SmsContext<InfobipConfig>;

/** Ids in one address, each of up to 200 characters. */
const idsPerCall = 50;
/** From the beginning of a question to the next one; a hundred a minute leave some to other programs. */
const betweenMs = 600;
/** When the questions of this minute are used up, by other nodes perhaps, unless Infobip says for how long. */
const pauseMinMs = 5_000;
/** Of a part whose place in the window is kept: a minute is over by then. */
const patientTries = 15;
/** Who cannot wait for longer than eight seconds is told at once that the logs cannot be asked: a notice comes again, and its answer would come too late. */
const waitingMax = 600;

/** What the logs say of a message. Undefined: they do not have it. Null: they cannot be asked now. */
type Logged = JsonObject | undefined | null;

interface Question {
  id: string;
  /** How often it is asked for anew where the logs take no more questions now. */
  triesLeft: number;
  resolve(logged: Logged): void;
}

/** The logs tell the state of each, or the notice is to come again. */
export async function confirm(
  context: Context,
  unproven: readonly SmsReceipt[],
): Promise<SmsReceipt[] | null> {
  const entries = await askAll(
    context,
    unproven.map(({ id }) => id),
  );
  return entries.includes(null) ? null : receiptsOf(entries);
}

/** As the logs tell them now; ids that they do not know, or cannot tell now, are left out. Null: none can be told. */
export async function askLogs(
  context: Context,
  ids: readonly string[],
): Promise<SmsReceipt[] | null> {
  const entries = await askAll(context, ids);
  return ids.length > 0 && entries.every((entry) => entry === null) ? null : receiptsOf(entries);
}

const askAll = (context: Context, ids: readonly string[]): Promise<Logged[]> =>
  Promise.all(ids.map((id) => askerOf(context).ask(id, 0)));

const receiptsOf = (entries: readonly Logged[]): SmsReceipt[] =>
  entries.flatMap((entry) => (entry && readReport(entry)) ?? []);

/** For a message that can wait until the logs take questions again. */
export const askPatiently = (context: Context, id: string): Promise<Logged> =>
  askerOf(context).ask(id, patientTries);

interface Asker {
  ask(id: string, tries: number): Promise<Logged>;
}

/** One for each account: its limit is for all that ask, whatever connection or version of one they are of. */
const askers = new WeakMap<Context['http'], Map<string, Asker>>();

function askerOf(context: Context): Asker {
  const { http, config } = context;
  const ofNode = askers.get(http) ?? new Map<string, Asker>();
  askers.set(http, ofNode);
  const account = JSON.stringify([config.baseUrl, config.apiKey]);
  const asker = ofNode.get(account) ?? createAsker(context);
  ofNode.set(account, asker);
  return asker;
}

function createAsker(context: Context): Asker {
  let waiting: Question[] = [];
  let isAsking = false;
  let nextMs = -Infinity;
  async function askWaiting(): Promise<void> {
    isAsking = true;
    // What is asked for in the same turn is asked together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const waitMs = Math.ceil(nextMs - performance.now());
      if (waitMs > 0) await sleep(waitMs);
      const ids = [...new Set(waiting.map(({ id }) => id))].slice(0, idsPerCall);
      const isMeant = ({ id }: Question): boolean => ids.includes(id);
      const questions = waiting.filter(isMeant);
      waiting = waiting.filter((question) => !isMeant(question));
      nextMs = performance.now() + betweenMs;
      const result = await getLogs(context, ids).catch((): HttpResult => lost);
      const pauseMs = pauseOf(context, result);
      if (pauseMs !== null) nextMs = performance.now() + pauseMs;
      const entries = isLogs(result) ? entriesOf(result, 'results') : null;
      for (const question of questions)
        if (pauseMs !== null && question.triesLeft-- > 0) waiting.push(question);
        else question.resolve(entries && entries.get(question.id));
    }
    isAsking = false;
  }
  return {
    ask(id, tries) {
      if (tries === 0 && waiting.length >= waitingMax) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<Logged>();
      waiting.push({ id, triesLeft: tries, resolve });
      if (!isAsking) void askWaiting();
      return promise;
    },
  };
}

const lost: HttpResult = { kind: 'lost', cause: 'connection' };

/** Null: the logs take the next question. */
function pauseOf({ log }: Context, result: HttpResult): number | null {
  if (result.kind !== 'answer' || result.status !== 429) return null;
  const about = { connector: 'infobip', log };
  const { outcome } = readRequestError(result, codeOf(result), requestErrors, about);
  return Math.max(pauseMinMs, outcome.kind === 'busy' ? outcome.pauseMs : 0);
}
