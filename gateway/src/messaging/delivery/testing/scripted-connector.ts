// Scripted connector that plays an operator. Its sessions are objects of the test, which sees each
// part, answers it when and how it wants, and reports receipts and inbound messages.

import type {
  SmsConnector,
  SmsEvents,
  SmsPart,
  SmsReceipt,
  SmsSession,
  SmsSubmitOutcome,
} from '@jokko/connectors/kit';

export type Answer = SmsSubmitOutcome | Promise<SmsSubmitOutcome>;

export interface ScriptedSession extends SmsSession {
  connection: string;
  state: 'connecting' | 'bound' | 'closed';
  events: SmsEvents;
}

export interface ScriptedOperator {
  connector: SmsConnector;
  /** Every part that was submitted, in order. */
  parts: (SmsPart & { connection: string })[];
  /** Sessions that are open. */
  sessions: ScriptedSession[];
  /** Answers a part; at first every part is accepted under an id of its own. */
  answer(part: SmsPart, connection: string): Answer;
  /** Ids given by the first `answer`, by `ourRef`. */
  ids: Map<string, string>;
  /** What it says of unproven receipts; at first it cannot be asked. */
  confirm(unproven: readonly SmsReceipt[]): Promise<SmsReceipt[] | null>;
  /** What it says of references that it is asked for; at first it has none of them. */
  find(ourRefs: readonly string[]): Promise<SmsReceipt[] | null>;
  /** What it says of its own ids; at first it has none of them. */
  findById(ids: readonly string[]): Promise<SmsReceipt[] | null>;
  /** What new sessions are. */
  stateOfNew: (connection: string) => 'connecting' | 'bound';
}

/** Connections are configured with `{ binds, window, splits?, receipts? }`. */
export function createScriptedOperator(): ScriptedOperator {
  let count = 0;
  const operator: ScriptedOperator = {
    parts: [],
    sessions: [],
    ids: new Map(),
    stateOfNew: () => 'bound',
    confirm: () => Promise.resolve(null),
    find: () => Promise.resolve([]),
    findById: () => Promise.resolve([]),
    answer({ ourRef }) {
      const id = `id-${++count}`;
      operator.ids.set(ourRef, id);
      return { kind: 'accepted', id };
    },
    connector: {
      name: 'scripted',
      configForm: [],
      capabilities: (config) => ({
        splits: config['splits'] !== false,
        receipts: config['receipts'] !== false,
        binds: Number(config['binds'] ?? 1),
        window: Number(config['window'] ?? 10),
        ratePerSec: null,
        resendAfterMs:
          config['resendAfterMs'] === undefined ? null : Number(config['resendAfterMs']),
      }),
      checkConfig: () => [],
      open: (context, events) => openSession(operator, context.config, events),
      receive: (_, { body, rawQuery }) => ({
        reply: { status: 200, body: 'thanks' },
        inbound: [],
        receipts: [],
        [rawQuery === 'unproven' ? 'unproven' : 'receipts']: JSON.parse(body.toString()) as [],
      }),
      confirm: (_, unproven) => operator.confirm(unproven),
      find: (_, ourRefs) => operator.find(ourRefs),
      findById: (_, ids) => operator.findById(ids),
    },
  };
  return operator;
}

function openSession(
  operator: ScriptedOperator,
  config: { [name: string]: unknown },
  events: SmsEvents,
): ScriptedSession {
  const connection = String(config['name']);
  const window = Number(config['window'] ?? 10);
  let unanswered = 0;
  const closed = Promise.withResolvers<SmsSubmitOutcome>();
  const session: ScriptedSession = {
    connection,
    state: operator.stateOfNew(connection),
    detail: null,
    events,
    get free() {
      return session.state === 'bound' ? window - unanswered : 0;
    },
    async submit(part) {
      if (session.free <= 0) return { kind: 'not_sent', cause: 'no room' };
      unanswered++;
      operator.parts.push({ ...part, connection });
      try {
        return await Promise.race([operator.answer(part, connection), closed.promise]);
      } finally {
        unanswered--;
        // After the answer was taken, as a socket would tell it.
        setImmediate(events.changed);
      }
    },
    async close(graceMs) {
      const deadline = performance.now() + Math.min(graceMs, 300);
      while (unanswered > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 5));
      session.state = 'closed';
      closed.resolve({ kind: 'unknown', cause: 'connection' });
      operator.sessions.splice(operator.sessions.indexOf(session), 1);
    },
  };
  operator.sessions.push(session);
  return session;
}
