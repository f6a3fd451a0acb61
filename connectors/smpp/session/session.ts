// A session as the core sees it: one transceiver, or a transmitter and a receiver that count as
// one.

import { setTimeout as sleep } from 'node:timers/promises';
import type {
  SmsContext,
  SmsEvents,
  SmsPart,
  SmsSession,
  SmsSubmitOutcome,
} from '@jokko/connectors/kit';
import { firstOfEach } from '@jokko/connectors/kit';
import { createPacing, partsAllowed, watchRoom } from '@jokko/connectors/kit/carrier';
import type { Pacing } from '@jokko/connectors/kit/carrier';
import type { Settings } from '../settings.ts';
import { statusName } from '../status-names.ts';
import { prepareSubmit } from '../submit/prepare.ts';
import type { Connection } from './connection.ts';
import { createCounters } from './counters.ts';
import type { Counters } from './counters.ts';
import { takeDelivery } from './deliver.ts';
import { isBound, startReconnector, stopReconnector } from './reconnector.ts';
import type { Reconnector, ReconnectorEvents } from './reconnector.ts';
import { countNone } from './slow-down.ts';
import type { Taken } from './slow-down.ts';
import { submitNow } from './submit.ts';

interface Session {
  settings: Settings;
  events: SmsEvents;
  counters: Counters;
  pacing: Pacing;
  taken: Taken;
  strange(status: number): void;
  reconnectors: Reconnector[];
  /** A caller found the window full and must be notified when there is room. */
  roomAwaited: boolean;
  /** Rings when the rate allows the next part. */
  bell: ReturnType<typeof watchRoom>;
  wasBound: boolean;
  closing: boolean;
  closed: boolean;
}

const closingQueryMs = 5;

/** Opens the binds of one session and keeps them open until `close`. Never throws. */
export function openSession(
  settings: Settings,
  log: SmsContext<unknown>['log'],
  events: SmsEvents,
): SmsSession {
  const { throttled } = settings.times;
  const counters = createCounters();
  const pacing = createPacing(
    { ratePerSec: settings.ratePerSec, pauseMaxMs: throttled.max },
    performance.now(),
  );
  const [isFirstStatus, isFirstState] = [firstOfEach<number>(), firstOfEach<string>()];
  const session: Session = {
    settings,
    events,
    counters,
    pacing,
    taken: countNone(performance.now()),
    bell: watchRoom(pacing, () => reportRoom(session, performance.now())),
    strange: (status) => {
      if (isFirstStatus(status))
        log('warn', 'SMPP status is not listed', { status: statusName(status) });
    },
    reconnectors: [],
    roomAwaited: true,
    wasBound: false,
    closing: false,
    closed: false,
  };
  const strangeState = (stat: string): void => {
    if (isFirstState(stat)) log('warn', 'SMPP receipt state is not listed', { stat });
  };
  const deliverDeps = { events, idFormats: settings.idFormats, counters, strangeState, log };
  const reconnectorEvents: ReconnectorEvents = {
    delivery: (connection, pdu) => takeDelivery(deliverDeps, connection, pdu),
    moved: () => reportRoom(session, performance.now()),
    turned: () => turned(session),
  };
  session.reconnectors = settings.modes.map((mode) =>
    startReconnector(mode, settings, counters, log, reconnectorEvents),
  );
  return {
    get state() {
      if (session.closed) return 'closed' as const;
      return allBound(session) ? ('bound' as const) : ('connecting' as const);
    },
    get detail() {
      const details = session.reconnectors
        .map(({ detail }) => detail)
        .filter((detail) => detail !== null);
      return details.length === 0 ? null : details.join('; ');
    },
    get free() {
      return freePlaces(session);
    },
    counters,
    submit: (part) => submit(session, part),
    close: (graceMs) => close(session, graceMs),
  };
}

function allBound({ reconnectors, settings }: Session): boolean {
  return reconnectors.length === settings.modes.length && reconnectors.every(isBound);
}

function transmitter({ reconnectors }: Session): Connection | undefined {
  return reconnectors[0]?.connection;
}

/**
 * Window less what is unanswered, within the rate, and nothing while the socket is full. A caller
 * that gets 0 is notified when there is room.
 */
function freePlaces(session: Session): number {
  // One moment for both questions: a part that is allowed between them would be waited for with no
  // bell.
  const now = performance.now();
  const free = countFree(session, now);
  if (free === 0) {
    session.roomAwaited = true;
    setBell(session, now);
  }
  return free;
}

function countFree(session: Session, now: number): number {
  const connection = transmitter(session);
  if (
    session.closing ||
    connection === undefined ||
    !allBound(session) ||
    connection.outbox.blocked
  )
    return 0;
  const inWindow = session.settings.window - connection.window.waiting.size;
  return Math.max(0, Math.min(inWindow, partsAllowed(session.pacing, now)));
}

/** Only the rate needs a bell: everything else comes with an event of the connection. */
function setBell(session: Session, now: number): void {
  if (!session.closing && allBound(session)) session.bell.watch(now);
}

function reportRoom(session: Session, now: number): void {
  if (!session.roomAwaited) return;
  if (countFree(session, now) === 0) {
    // What moved may be the rate itself: "too fast" for the last part that was unanswered, after
    // which nothing else would come.
    setBell(session, now);
    return;
  }
  session.roomAwaited = false;
  session.events.changed();
}

function turned(session: Session): void {
  const bound = allBound(session);
  if (bound === session.wasBound && !session.closing) {
    // Not bound before, not bound now: what changed is why.
    if (!bound) session.events.changed();
    return;
  }
  session.wasBound = bound;
  session.roomAwaited = !bound;
  session.events.changed();
}

function submit(session: Session, part: SmsPart): Promise<SmsSubmitOutcome> {
  const prepared = prepareSubmit(part, session.settings.submit, Date.now());
  if ('refused' in prepared)
    return Promise.resolve({ kind: 'refused', reason: prepared.refused, code: prepared.code });
  const connection = transmitter(session);
  if (connection === undefined || freePlaces(session) === 0)
    return Promise.resolve({ kind: 'not_sent', cause: 'no_room' });
  return submitNow(session, connection, prepared.submit, part.ourRef);
}

/** A second call waits for nothing more and cuts what is left. */
async function close(session: Session, graceMs: number): Promise<void> {
  const again = session.closing;
  session.closing = true;
  session.bell.close();
  const deadlineMs = performance.now() + (again ? 0 : graceMs);
  while (isUnderWay(session) && performance.now() < deadlineMs) await sleep(closingQueryMs);
  for (const reconnector of session.reconnectors) stopReconnector(reconnector);
  while (session.reconnectors.some(({ connection }) => connection.phase !== 'down'))
    await sleep(closingQueryMs);
  if (session.closed) return;
  session.closed = true;
  session.events.changed();
}

function isUnderWay({ reconnectors }: Session): boolean {
  return reconnectors.some(
    ({ connection }) =>
      connection.phase !== 'down' && connection.window.waiting.size + connection.unstored > 0,
  );
}
