// One connection with one bind, from its first packet to its last: what is sent on it, what comes
// back, and what is reported when it ends.

import type { Socket } from 'node:net';
import { commands, replies, responseBit } from '../codec/commands.ts';
import { decodePdu } from '../codec/decode.ts';
import type { Pdu } from '../codec/decode.ts';
import {
  bindRoom,
  plainRoom,
  writeBind,
  writeDeliveryResponse,
  writePlain,
} from '../codec/encode.ts';
import { createFraming, pushChunk } from '../codec/framing.ts';
import type { Framing } from '../codec/framing.ts';
import type { BindMode, Settings } from '../settings.ts';
import { createReadingClock, lookAtClock, readingTime, startClock, stopClock } from './clock.ts';
import type { ReadingClock } from './clock.ts';
import type { Counters } from './counters.ts';
import { lost, refusedBind, unreachable } from './down.ts';
import type { Down } from './down.ts';
import { append, closeOutbox, createOutbox, flush, unreadBytesMax } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { openSocket } from './socket.ts';
import {
  createWindow,
  nextSequence,
  takeAll,
  takeAnswered,
  takeLate,
  takeOverdue,
} from './window.ts';
import type { Window } from './window.ts';

/** A submission that waits for its response. */
export interface Submission {
  submittedMs: number;
  /**
   * `outbox.appended` behind its last byte: at most `outbox.flushed` once it was handed to the
   * socket.
   */
  position: number;
  answer(status: number, messageId: string): void;
  nack(status: number): void;
  /** Answered after it was given up. */
  late(status: number, messageId: string): void;
  /** No answer came, or none will. `written`: bytes of it may have reached the operator. */
  fail(cause: 'timeout' | 'connection', written: boolean): void;
}

export type DeliveryPdu = Extract<Pdu, { kind: 'delivery' }>;

export interface ConnectionEvents {
  bound(): void;
  delivery(connection: Connection, pdu: DeliveryPdu): void;
  /** Answers came, or the socket takes bytes again: there may be room. */
  moved(): void;
  down(why: Down): void;
}

export interface Connection {
  readonly mode: BindMode;
  readonly settings: Settings;
  readonly counters: Counters;
  readonly events: ConnectionEvents;
  readonly socket: Socket;
  readonly outbox: Outbox;
  readonly window: Window<Submission>;
  readonly framing: Framing;
  readonly clock: ReadingClock;
  readonly ticker: NodeJS.Timeout;
  /** unbinding: one side said that it leaves; answers are still taken. */
  phase: 'opening' | 'binding' | 'bound' | 'unbinding' | 'down';
  phaseSinceMs: number;
  receivedMs: number;
  /** When we asked whether the peer is still there; null: no question is open. */
  enquiredMs: number | null;
  /** What a close of the socket will be put down to. */
  why: Down;
  /** Receipts and messages of this connection that are being stored. */
  unstored: number;
}

/**
 * How fine deadlines are looked at; a tenth of the shortest, half of what an unbind may take, at
 * most a second.
 */
const tickMaxMs = 1000;
const tickMinMs = 5;

export function openConnection(
  settings: Settings,
  mode: BindMode,
  counters: Counters,
  events: ConnectionEvents,
): Connection {
  const socket = openSocket(settings, () => sendBind(connection));
  const clock = createReadingClock();
  const { times } = settings;
  const shortest = Math.min(times.connect, times.response, times.enquireIdle, times.enquireAnswer);
  const tickMs = Math.min(tickMaxMs, times.unbind / 2, Math.max(tickMinMs, shortest / 10));
  const connection: Connection = {
    mode,
    settings,
    counters,
    events,
    socket,
    outbox: createOutbox(socket),
    window: createWindow(),
    framing: createFraming(),
    clock,
    ticker: setInterval(() => {
      lookAtClock(clock, tickMs);
      tick(connection);
    }, tickMs),
    phase: 'opening',
    phaseSinceMs: readingTime(clock),
    receivedMs: readingTime(clock),
    enquiredMs: null,
    why: lost('the operator closed the connection'),
    unstored: 0,
  };
  socket.on('data', (chunk) => hear(connection, chunk));
  socket.on('drain', () => {
    connection.outbox.blocked = false;
    events.moved();
  });
  socket.on('error', (error: NodeJS.ErrnoException) => drop(connection, unreachable(error)));
  socket.on('close', () => drop(connection, connection.why));
  return connection;
}

/**
 * Ends the connection now. Every unanswered submission is settled with whether its bytes may have
 * arrived.
 */
export function drop(connection: Connection, why: Down): void {
  if (connection.phase === 'down') return;
  enter(connection, 'down');
  clearInterval(connection.ticker);
  closeOutbox(connection.outbox);
  connection.socket.destroy();
  for (const submission of takeAll(connection.window))
    submission.fail('connection', wasWritten(connection, submission));
  connection.events.down(why);
}

/** Says that we leave; the connection ends with the answer, or without one after a moment. */
export function unbind(connection: Connection): void {
  const why: Down = { kind: 'unbound', detail: 'unbound' };
  if (connection.phase !== 'bound') return drop(connection, why);
  connection.why = why;
  enter(connection, 'unbinding');
  sendPlain(connection, commands.unbind, replies.ok, nextSequence(connection.window));
  flush(connection.outbox);
}

/**
 * Answers a deliver_sm or data_sm; says nothing on a connection that is gone: the operator will
 * send it again on the next one.
 */
export function answerDelivery(
  connection: Connection,
  { command, sequence }: DeliveryPdu,
  status: number,
): void {
  if (connection.phase === 'down') return;
  append(connection.outbox, plainRoom, (buffer, at) =>
    writeDeliveryResponse(buffer, at, command, status, sequence),
  );
}

/** Stops reading until as many are stored again that half of the allowed number is free. */
export function countUnstored(connection: Connection, change: 1 | -1): void {
  connection.unstored += change;
  if (connection.phase === 'down') return;
  if (
    connection.unstored >= connection.settings.unstoredMax &&
    connection.clock.pausedSinceMs === null
  ) {
    stopClock(connection.clock);
    connection.counters.readingPauses += 1;
    connection.socket.pause();
  } else if (
    connection.unstored <= connection.settings.unstoredMax / 2 &&
    connection.clock.pausedSinceMs !== null
  ) {
    startClock(connection.clock);
    connection.socket.resume();
  }
}

function wasWritten({ outbox }: Connection, { position }: Submission): boolean {
  return position <= outbox.flushed;
}

function enter(connection: Connection, phase: Connection['phase']): void {
  connection.phase = phase;
  connection.phaseSinceMs = readingTime(connection.clock);
}

const bindCommands = {
  transceiver: commands.bindTransceiver,
  transmitter: commands.bindTransmitter,
  receiver: commands.bindReceiver,
} as const;

function sendBind(connection: Connection): void {
  const { systemId, password, systemType, interfaceVersion, addressRange } = connection.settings;
  enter(connection, 'binding');
  const sequence = nextSequence(connection.window);
  const bind = {
    command: bindCommands[connection.mode],
    systemId,
    password,
    systemType,
    interfaceVersion,
    addressRange,
  };
  append(connection.outbox, bindRoom, (buffer, at) => writeBind(buffer, at, sequence, bind));
}

function sendPlain(
  connection: Connection,
  command: number,
  status: number,
  sequence: number,
): void {
  append(connection.outbox, plainRoom, (buffer, at) =>
    writePlain(buffer, at, command, status, sequence),
  );
}

function hear(connection: Connection, chunk: Buffer): void {
  const inStep = pushChunk(connection.framing, chunk, (buffer, start, end) => {
    // Only a whole PDU is a sign of life: bytes that never become one are none.
    connection.receivedMs = readingTime(connection.clock);
    connection.enquiredMs = null;
    take(connection, decodePdu(buffer, start, end));
    return connection.phase !== 'down';
  });
  if (!inStep) return drop(connection, lost('the operator sent a PDU of impossible length'));
  if (connection.socket.writableLength > unreadBytesMax)
    return drop(connection, lost('the operator does not read its answers'));
  connection.events.moved();
}

function take(connection: Connection, pdu: Pdu): void {
  switch (pdu.kind) {
    case 'submit_sm_resp':
      if (
        answered(connection, pdu.sequence, (submission) =>
          submission.answer(pdu.status, pdu.messageId),
        )
      )
        return;
      return takeLate(connection.window, pdu.sequence)?.late(pdu.status, pdu.messageId);
    case 'delivery':
      return takeDelivery(connection, pdu);
    case 'generic_nack':
      if (connection.phase === 'binding') return drop(connection, refusedBind(pdu.status));
      answered(connection, pdu.sequence, (submission) => submission.nack(pdu.status));
      return;
    case 'bind_resp':
      if (connection.phase !== 'binding') return;
      if (pdu.status !== replies.ok) return drop(connection, refusedBind(pdu.status));
      enter(connection, 'bound');
      return connection.events.bound();
    case 'enquire_link':
      return sendPlain(connection, commands.enquireLink + responseBit, replies.ok, pdu.sequence);
    case 'unbind':
      sendPlain(connection, commands.unbind + responseBit, replies.ok, pdu.sequence);
      connection.why = { kind: 'unbound', detail: 'the operator unbound us' };
      return enter(connection, 'unbinding');
    case 'unbind_resp':
      if (connection.phase === 'unbinding') drop(connection, connection.why);
      return;
    case 'other_request':
      connection.counters.unknownRequests += 1;
      return sendPlain(connection, commands.genericNack, replies.unknownCommand, pdu.sequence);
    // SMPP 3.4 has no response to the first two, a generic_nack included.
    case 'alert_notification':
    case 'outbind':
    case 'enquire_link_resp':
    case 'other_response':
      return;
  }
}

function takeDelivery(connection: Connection, pdu: DeliveryPdu): void {
  if (connection.phase === 'bound' || connection.phase === 'unbinding')
    connection.events.delivery(connection, pdu);
  else answerDelivery(connection, pdu, replies.wrongBindState);
}

/** False: nothing that waits has this number. */
function answered(
  connection: Connection,
  sequence: number,
  tell: (submission: Submission) => void,
): boolean {
  const submission = takeAnswered(connection.window, sequence);
  if (submission === null) connection.counters.lateAnswers += 1;
  else tell(submission);
  return submission !== null;
}

/** Looks at every deadline of the connection. */
function tick(connection: Connection): void {
  const { settings, clock, phase } = connection;
  const { times } = settings;
  const now = readingTime(clock);
  const inPhase = now - connection.phaseSinceMs;
  if (phase === 'opening' && inPhase >= times.connect)
    return drop(connection, lost('no connection in time'));
  if (phase === 'binding' && inPhase >= times.response)
    return drop(connection, lost('no answer to the bind in time'));
  if (phase === 'unbinding' && inPhase >= times.unbind) return drop(connection, connection.why);
  const overdue = takeOverdue(connection.window, now);
  for (const submission of overdue) submission.fail('timeout', true);
  connection.counters.timeouts += overdue.length;
  if (overdue.length > 0) connection.events.moved();
  if (connection.phase !== 'bound') return;
  if (connection.enquiredMs !== null) {
    if (now - connection.enquiredMs >= times.enquireAnswer)
      drop(connection, lost('no answer to enquire_link in time'));
  } else if (now - connection.receivedMs >= times.enquireIdle) {
    connection.enquiredMs = now;
    sendPlain(connection, commands.enquireLink, replies.ok, nextSequence(connection.window));
  }
}
