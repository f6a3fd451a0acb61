// Plays an HTTP carrier of SMS in a connector's unit tests: a list of answers, served in order, and
// the requests that they answered.

import assert from 'node:assert/strict';
import type {
  HttpRequest,
  HttpResult,
  SmsConnector,
  SmsContext,
  SmsEvents,
  SmsInbound,
  SmsPart,
  SmsReceipt,
  SmsSession,
} from '../index.ts';

export const samplePart: SmsPart = {
  from: 'JOKKO',
  to: '221770000001',
  text: 'Bonjour',
  encoding: 'gsm7',
  validitySeconds: 3_600,
  ourRef: '7091659672946-1',
};

/** Where the carrier's notices go. */
export const noticeUrl = 'https://us.example/sms-providers/X/secret';

export interface ScriptedCarrier<Config> extends SmsContext<Config> {
  requests: HttpRequest[];
  /** What was logged. */
  lines: string[];
}

/**
 * A function among the answers makes its answer when it is asked. What is asked beyond them has no
 * answer.
 */
export function createScriptedCarrier<Config>(
  config: Config,
  answers: readonly (HttpResult | (() => Promise<HttpResult>))[],
): ScriptedCarrier<Config> {
  const requests: HttpRequest[] = [];
  const lines: string[] = [];
  const left = [...answers];
  return {
    config,
    noticeUrl,
    requests,
    lines,
    log: (_level, message, details) => void lines.push(`${message} ${JSON.stringify(details)}`),
    http(request) {
      requests.push(request);
      const answer = left.shift();
      if (answer === undefined) return Promise.resolve({ kind: 'lost', cause: 'connection' });
      return typeof answer === 'function' ? answer() : Promise.resolve(answer);
    },
  };
}

export interface RecordedEvents extends SmsEvents {
  changes: number;
  receipts: SmsReceipt[];
  messages: SmsInbound[];
}

export function recordEvents(): RecordedEvents {
  const events: RecordedEvents = {
    changes: 0,
    receipts: [],
    messages: [],
    receipt: (receipt) => Promise.resolve(void events.receipts.push(receipt)),
    inbound: (message) => Promise.resolve(void events.messages.push(message)),
    late: () => {},
    changed: () => void (events.changes += 1),
  };
  return events;
}

/** Scripted answers are there at once. */
const turnsMax = 100;

/** Opens a session and waits until the carrier has answered to our credentials. */
export async function openBound<Config>(
  connector: Pick<SmsConnector<Config>, 'open'>,
  context: SmsContext<Config>,
): Promise<{ session: SmsSession; events: RecordedEvents }> {
  const events = recordEvents();
  const session = connector.open(context, events);
  assert.equal(session.state, 'connecting');
  assert.equal(session.free, 0);
  const isBound = (): boolean => session.state === 'bound';
  for (let turn = 0; !isBound() && turn < turnsMax; turn += 1) await new Promise(setImmediate);
  assert.ok(isBound(), session.detail ?? 'the carrier did not answer');
  return { session, events };
}

export function jsonAnswer(
  status: number,
  body: unknown,
  headers: { [name: string]: string } = {},
): HttpResult {
  return { kind: 'answer', status, headers, body: Buffer.from(JSON.stringify(body)) };
}

export const lostAnswer: HttpResult = { kind: 'lost', cause: 'timeout' };
