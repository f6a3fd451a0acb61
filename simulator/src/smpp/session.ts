// What is said on one SMPP connection? To whom each PDU goes on, and what every connection remembers.

import { status } from '../sms/refusals.ts';
import { isBind, takeBind } from './bind.ts';
import { command, headerBytes, responseBit, writeHeader } from './codec.ts';
import { createDeliveries } from './deliveries.ts';
import { createFrames } from './frames.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createLink } from './link.ts';
import { readBind } from './read-fields.ts';
import { takeSubmit } from './submit.ts';
import type { Socket } from 'node:net';
import type { Behaviour } from '../sms/behaviour.ts';
import type { Centre } from '../sms/centre.ts';
import type { Account, Accounts } from './account.ts';
import type { Deliveries } from './deliveries.ts';
import type { Output } from './output.ts';

export interface Session {
  readonly number: number;
  readonly centre: Centre;
  /** Null unless bound. */
  account: Account | null;
  mode: 'transmitter' | 'receiver' | 'transceiver' | null;
  /** Of its account; before the bind that of nobody. */
  behaviour: Behaviour;
  readonly deliveries: Deliveries;
  /** Submissions whose answers have not left. */
  unanswered: number;
  peakUnanswered: number;
  submissions: number;
  readonly openedAtMs: number;
  /** For PDUs; they leave at the end of the turn. */
  out(): Output;
  /** Answers a submission, after the set delay; nothing when the connection is gone. */
  answer(sequence: number, status: number, id: string): void;
  closeAfterTurn(): void;
  /** Sends unbind and closes when it was answered, or after a while. */
  unbind(): void;
  /** Ends the connection at once: what had not left never does. */
  drop(): void;
  /** Called every second. */
  tick(nowMs: number): void;
}

export interface SessionDeps {
  centre: Centre;
  accounts: Accounts;
  systemId: string;
  password: string;
}

export function openSession(deps: SessionDeps, socket: Socket, number: number): Session {
  const { centre } = deps;
  const frames = createFrames();
  const link = createLink(centre.turn, socket, (answers) => (session.unanswered -= answers));
  const session: Session = {
    number,
    centre,
    account: null,
    mode: null,
    behaviour: centre.behaviours.of(''),
    deliveries: createDeliveries(centre, link.out),
    unanswered: 0,
    peakUnanswered: 0,
    submissions: 0,
    openedAtMs: centre.clock.nowMs(),
    out: link.out,
    answer(sequence, code, id) {
      const { slowMs } = session.behaviour;
      if (slowMs > 0) setTimeout(link.answer, slowMs, sequence, code, id).unref();
      else link.answer(sequence, code, id);
    },
    closeAfterTurn: link.closeAfterTurn,
    unbind() {
      writeHeader(link.out(), command.unbind, 0, session.deliveries.nextSequence());
      keepAlive.closeSoon();
    },
    drop: () => void socket.destroy(),
    tick: (nowMs) => keepAlive.tick(nowMs),
  };
  const keepAlive = createKeepAlive(session);
  socket.on('data', (chunk: Buffer) => {
    keepAlive.heard();
    const whole = frames.push(chunk, (buffer, start, end) => {
      take(deps, session, buffer, start, end);
      return !socket.destroyed;
    });
    if (!whole) refuseStream(session, socket);
    session.account?.pump();
  });
  socket.on('drain', () => socket.resume());
  socket.on('error', () => {});
  socket.on('close', () => deps.accounts.leave(session));
  return session;
}

function take(deps: SessionDeps, session: Session, buffer: Buffer, start: number, end: number): void {
  const id = buffer.readUInt32BE(start + 4);
  const sequence = buffer.readUInt32BE(start + 12);
  const { behaviour } = session;
  if (id === command.submitSm) return takeSubmit(session, buffer, start, end, sequence);
  if (id === command.deliverSm + responseBit) return session.deliveries.acknowledge(sequence, buffer.readUInt32BE(start + 8));
  if (behaviour.silent) return;
  if (isBind(id)) return takeBind(deps, session, id, sequence, readBind(buffer, start + headerBytes, end));
  switch (id) {
    case command.enquireLink:
      if (!behaviour.silentEnquireLink) writeHeader(session.out(), command.enquireLink + responseBit, 0, sequence);
      return;
    case command.unbind:
      writeHeader(session.out(), command.unbind + responseBit, 0, sequence);
      deps.accounts.leave(session);
      return session.closeAfterTurn();
    case command.unbind + responseBit:
      return session.closeAfterTurn();
    case command.enquireLink + responseBit:
    case command.genericNack:
      return;
    default:
      writeHeader(session.out(), command.genericNack, status.badCommandId, sequence);
  }
}

/** A length that cannot be: what follows would be read out of step, so nothing more is read. */
function refuseStream(session: Session, socket: Socket): void {
  socket.removeAllListeners('data').resume();
  writeHeader(session.out(), command.genericNack, status.badCommandLength, 0);
  session.closeAfterTurn();
}
