// A lean SMSC for tests: reads PDUs with a few lines of its own and answers what the test says.
// Shares nothing with the connector's codec.

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { TlsOptions } from 'node:tls';

export interface Request {
  command: number;
  status: number;
  sequence: number;
  body: Buffer;
}

export interface Peer {
  socket: Socket;
  /** Every PDU this connection sent us. */
  received: Request[];
  send(command: number, status: number, sequence: number, body?: Buffer): void;
}

export interface Smsc {
  port: number;
  peers: Peer[];
  close(): Promise<void>;
}

/** Answers one PDU, or ignores it. */
export type Answer = (peer: Peer, request: Request) => void;

export function pdu(
  command: number,
  status: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(16 + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(status, 8);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, 'latin1');
}

export function tlv(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

export interface DeliverFields {
  source?: string;
  destination?: string;
  esmClass?: number;
  dataCoding?: number;
  octets?: Buffer;
  tlvs?: Buffer[];
}

export function deliverBody(fields: DeliverFields): Buffer {
  const {
    source = '221770000001',
    destination = '2000',
    esmClass = 0,
    dataCoding = 0,
    octets = Buffer.alloc(0),
    tlvs = [],
  } = fields;
  const addresses = [
    text(''),
    Buffer.from([1, 1]),
    text(source),
    Buffer.from([1, 1]),
    text(destination),
  ];
  const middle = [
    Buffer.from([esmClass, 0, 0]),
    text(''),
    text(''),
    Buffer.from([0, 0, dataCoding, 0, octets.length]),
  ];
  return Buffer.concat([...addresses, ...middle, octets, ...tlvs]);
}

/**
 * Binds succeed, enquiries and unbinds are answered, submissions get their sequence number as id.
 */
export const agreeable: Answer = (peer, { command, sequence }) => {
  if (command === 1 || command === 2 || command === 9)
    peer.send(command + 0x80000000, 0, sequence, text('centre'));
  else if (command === 4) peer.send(0x80000004, 0, sequence, text(String(sequence)));
  else if (command === 6 || command === 0x15) peer.send(command + 0x80000000, 0, sequence);
};

/** Like `agreeable`, but what `own` answers true to is dealt with. */
export function except(own: (peer: Peer, request: Request) => boolean): Answer {
  return (peer, request) => {
    if (!own(peer, request)) agreeable(peer, request);
  };
}

export async function startSmsc(answer: Answer, tls?: TlsOptions): Promise<Smsc> {
  const peers: Peer[] = [];
  const accept = (socket: Socket) => peers.push(serve(socket, answer));
  const server =
    tls === undefined ? createServer({ noDelay: true }, accept) : createTlsServer(tls, accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    peers,
    close: async () => {
      for (const { socket } of peers) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function serve(socket: Socket, answer: Answer): Peer {
  let rest = Buffer.alloc(0);
  const peer: Peer = {
    socket,
    received: [],
    send: (command, status, sequence, body) => {
      if (!socket.destroyed) socket.write(pdu(command, status, sequence, body));
    },
  };
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      const one = rest.subarray(0, length);
      rest = rest.subarray(length);
      const request = {
        command: one.readUInt32BE(4),
        status: one.readUInt32BE(8),
        sequence: one.readUInt32BE(12),
        body: Buffer.from(one.subarray(16)),
      };
      peer.received.push(request);
      answer(peer, request);
    }
  });
  return peer;
}
