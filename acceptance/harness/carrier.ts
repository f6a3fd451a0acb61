// A carrier's SMSC of software that is not ours: the npm package `smpp` speaks the protocol, and a
// test decides what it answers and what it delivers.

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions, TLSSocket } from 'node:tls';
import smpp from 'smpp';
import type { Pdu, Session } from 'smpp';
import { until } from './until.ts';

export type { Pdu } from 'smpp';

/** What a submission is answered: fields of its response, or null for no answer at all. */
export type SubmitAnswer = (submission: Pdu) => object | null;

export interface Carrier {
  port: number;
  /** Every bind that was asked for. */
  binds: readonly Pdu[];
  /** Every submit_sm. */
  submitted: readonly Pdu[];
  /** Every PDU that we sent it. */
  received: readonly Pdu[];
  /** SHA-256 of the client certificate that each connection showed; null: it showed none. */
  clients: readonly (string | null)[];
  answerWith(answer: SubmitAnswer): void;
  /** Submissions to a number (digits), once there are as many. */
  submissionsTo(number: string, count?: number): Promise<Pdu[]>;
  /** Delivers over the bind that receives; answers our deliver_sm_resp. */
  deliver(fields: object): Promise<Pdu>;
  /** Sends a PDU that may have no answer over the bind that receives. */
  send(command: string, fields?: object): void;
  close(): Promise<void>;
}

export interface CarrierOptions {
  password?: string;
  tls?: TlsOptions;
}

const bindCommands = ['bind_transceiver', 'bind_transmitter', 'bind_receiver'];
const wrongPassword = 0x0e;

let messageIds = 0;
/** An id that no other answer of any carrier had. */
export const freshMessageId = (): string => `m-${(messageIds += 1)}`;

export async function startCarrier({
  password = 'secret',
  tls,
}: CarrierOptions = {}): Promise<Carrier> {
  const sockets = new Set<Socket>();
  const [binds, submitted, received]: [Pdu[], Pdu[], Pdu[]] = [[], [], []];
  const clients: (string | null)[] = [];
  let receiver: Session | null = null;
  let answer: SubmitAnswer = () => ({ message_id: freshMessageId() });

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    const session = new smpp.Session({ socket });
    // Without a listener the package ends the process.
    session.on('error', () => socket.destroy());
    session.on('pdu', (pdu) => void received.push(pdu));
    for (const command of bindCommands)
      session.on(command, (pdu) => {
        binds.push(pdu);
        if (pdu['password'] !== password)
          return void session.send(pdu.response({ command_status: wrongPassword }));
        if (command !== 'bind_transmitter') receiver = session;
        session.send(pdu.response({ system_id: 'carrier' }));
      });
    session.on('submit_sm', (pdu) => {
      submitted.push(pdu);
      const fields = answer(pdu);
      if (fields !== null) session.send(pdu.response(fields));
    });
    session.on('enquire_link', (pdu) => void session.send(pdu.response()));
    session.on('unbind', (pdu) => {
      session.send(pdu.response());
      socket.end();
    });
  };
  const server =
    tls === undefined
      ? createServer({ noDelay: true }, serve)
      : createTlsServer(tls, (socket: TLSSocket) => {
          clients.push(socket.getPeerX509Certificate()?.fingerprint256 ?? null);
          serve(socket);
        });
  // Clients that show no certificate, or trust none of ours.
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiving = (): Session => {
    if (receiver === null) throw new Error('nothing is bound that receives');
    return receiver;
  };
  return {
    port: (server.address() as AddressInfo).port,
    binds,
    submitted,
    received,
    clients,
    answerWith: (next) => void (answer = next),
    async submissionsTo(number, count = 1) {
      const found = () => submitted.filter((pdu) => pdu['destination_addr'] === number);
      await until(`${count} submissions to ${number}`, () => found().length >= count);
      return found();
    },
    deliver: (fields) =>
      new Promise((resolve) => void receiving().deliver_sm(fields, (pdu) => resolve(pdu))),
    send: (command, fields = {}) => void receiving().send(new smpp.PDU(command, fields)),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The text that a submission carries, and the header that joins it to others. */
export function textOf(pdu: Pdu): { text: string; header: readonly Buffer[] } {
  const { message, udh = [] } = pdu['short_message'] as { message: string; udh?: Buffer[] };
  return { text: message, header: udh };
}
