// Session with an HTTP provider: a connection, a window of in-flight messages, and a pace.

import type {
  SmsContext,
  SmsEvents,
  SmsPart,
  SmsSession,
  SmsSubmitOutcome,
} from '@jokko/connectors/kit';
import { settingsOf } from './config.ts';
import type { SmsHttpConfig } from './config.ts';
import { openConnection } from './connection.ts';
import { createPacing, watchRoom } from './pacing.ts';
import type { Reading } from './read-answer.ts';
import { submit } from './submit.ts';

/** Opens at once; never throws. */
export function openSession(context: SmsContext<SmsHttpConfig>, events: SmsEvents): SmsSession {
  const { window, ratePerSec } = settingsOf(context.config);
  const pacing = createPacing(ratePerSec, performance.now());
  const connection = openConnection(context, events.changed);
  /** How to end each message under way. */
  const underWay = new Set<(outcome: SmsSubmitOutcome) => void>();
  const ended = new AbortController();
  const drained = Promise.withResolvers<void>();
  const room = watchRoom(pacing, events.changed);

  function send(part: SmsPart): Promise<SmsSubmitOutcome> {
    const { promise, resolve } = Promise.withResolvers<SmsSubmitOutcome>();
    underWay.add(resolve);
    void submit(context, part, ended.signal).then((reading) => {
      if (!underWay.delete(resolve)) return;
      note(reading, connection, pacing);
      resolve(reading.outcome);
      if (connection.state !== 'closed') room.watch();
      else if (underWay.size === 0) drained.resolve();
      events.changed();
    });
    return promise;
  }
  const session: SmsSession = {
    get state() {
      return connection.state;
    },
    get detail() {
      return connection.detail;
    },
    get free() {
      if (connection.state !== 'bound') return 0;
      return Math.max(0, Math.min(window - underWay.size, pacing.room(performance.now())));
    },
    submit(part) {
      if (session.free > 0) {
        pacing.take();
        return send(part);
      }
      if (connection.state === 'bound') room.watch();
      return Promise.resolve({
        kind: 'not_sent',
        cause: connection.state === 'bound' ? 'no room' : 'not connected',
      });
    },
    async close(graceMs) {
      connection.close();
      room.close();
      if (underWay.size > 0) await within(graceMs, drained.promise);
      ended.abort();
      for (const resolve of underWay) resolve({ kind: 'unknown', cause: 'connection' });
      underWay.clear();
    },
  };
  return session;
}

/** What an answer says of the connection and of the pace. */
function note(
  { outcome, connectionAtFault }: Reading,
  connection: ReturnType<typeof openConnection>,
  pacing: ReturnType<typeof createPacing>,
): void {
  if (connectionAtFault) connection.wentDown(causeOf(outcome));
  if (outcome.kind === 'busy' && outcome.cause !== 'operator_error')
    pacing.pause(performance.now(), outcome.pauseMs);
}

function causeOf(outcome: SmsSubmitOutcome): string {
  if (outcome.kind === 'busy') return outcome.code;
  return outcome.kind === 'not_sent' ? outcome.cause : outcome.kind;
}

async function within(milliseconds: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
