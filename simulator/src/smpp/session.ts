// Session of one SMPP connection: dispatches each PDU to its handler, and holds the state of the
// connection.

import { status } from '../sms/refusals.ts';
import { isBind, takeBind } from './bind.ts';
import { command, headerBytes, responseBit, writeHeader } from './codec.ts';
import { createDeliveries } from './deliveries.ts';
import { createFrames } from './frames.ts';
import { createKeepAlive } from './keep-alive.ts';
import { createPduWriter } from './pdu-writer.ts';
import { takeQuery } from './query.ts';
import { readBind, readQuery } from './read-fields.ts';
import { takeSubmit } from './submit.ts';
import type { Socket } from 'node:net';
import type { Session, SessionDeps } from './session-type.ts';

export function openSession(deps: SessionDeps, socket: Socket, number: number): Session {
  const { smsc } = deps;
  const frames = createFrames();
  const writer = createPduWriter(smsc.turn, socket, (answers) => (session.unanswered -= answers));
  const session: Session = {
    number,
    smsc,
    account: null,
    mode: null,
    behaviour: smsc.behaviours.of(''),
    deliveries: createDeliveries(smsc, writer.out),
    unanswered: 0,
    peakUnanswered: 0,
    submissions: 0,
    openedAtMs: smsc.clock.nowMs(),
    out: writer.out,
    answer(sequence, code, id) {
      const { slowMs } = session.behaviour;
      if (slowMs > 0) setTimeout(writer.answer, slowMs, sequence, code, id).unref();
      else writer.answer(sequence, code, id);
    },
    isGone: () => socket.destroyed,
    closeAfterTurn: writer.closeAfterTurn,
    unbind() {
      writeHeader(writer.out(), command.unbind, 0, session.deliveries.nextSequence());
      keepAlive.closeSoon();
    },
    drop: () => void socket.destroy(),
    tick: (nowMs) => keepAlive.tick(nowMs),
  };
  const keepAlive = createKeepAlive(session);
  socket.on('data', (chunk: Buffer) => {
    keepAlive.received();
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

function take(
  deps: SessionDeps,
  session: Session,
  buffer: Buffer,
  start: number,
  end: number,
): void {
  const id = buffer.readUInt32BE(start + 4);
  const sequence = buffer.readUInt32BE(start + 12);
  const { behaviour } = session;
  if (id === command.submitSm) return takeSubmit(session, buffer, start, end, sequence);
  if (id === command.deliverSm + responseBit)
    return session.deliveries.acknowledge(sequence, buffer.readUInt32BE(start + 8));
  if (behaviour.silent) return;
  if (isBind(id))
    return takeBind(deps, session, id, sequence, readBind(buffer, start + headerBytes, end));
  switch (id) {
    case command.querySm: {
      const asked = readQuery(buffer, start + headerBytes, end);
      return void takeQuery(deps, session, sequence, asked);
    }
    case command.enquireLink:
      if (!behaviour.silentEnquireLink)
        writeHeader(session.out(), command.enquireLink + responseBit, 0, sequence);
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
