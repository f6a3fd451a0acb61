// Simulates hostile SMSCs: a raw socket server that accepts our bind and then misbehaves in one
// way, without end, including ways that no specification allows.

import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface HostileSmsc {
  port: number;
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

export type Hostility =
  /** Random bytes behind the bind. */
  | 'noise'
  /** Lengths that cannot be: 0, 15, 65 KiB, 4 GiB. */
  | 'lengths'
  /** A PDU that is never finished, one byte after the other. */
  | 'halves'
  /** Answers for nothing that was asked, and none for what was. */
  | 'sequences'
  /** Deliveries as fast as they go, whose answers are never read. */
  | 'flood'
  /** Real answers and deliveries in which some bytes are wrong. */
  | 'mutations'
  /** Noise instead of an answer to the bind. */
  | 'bind'
  /** Closes as soon as it is bound. */
  | 'hangup'
  /** Answers submissions with ids of 4 KiB, and with the same id each. */
  | 'ids';

export const hostilities: readonly Hostility[] = [
  'noise',
  'lengths',
  'halves',
  'sequences',
  'flood',
  'mutations',
  'bind',
  'hangup',
  'ids',
];

const bindTransceiver = 0x09;
const submitSm = 0x04;
const deliverSm = 0x05;
const enquireLink = 0x15;
const responseBit = 0x8000_0000;
const headerBytes = 16;
const everyMs = 2;

/** `random`: numbers from 0 to below 1, of the test's seed. */
export async function startHostileSmsc(
  hostility: Hostility,
  random: () => number,
): Promise<HostileSmsc> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    greet(socket, hostility, random);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads the bind, answers it, and begins. */
function greet(socket: Socket, hostility: Hostility, random: () => number): void {
  let received = Buffer.alloc(0);
  let bound = false;
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= headerBytes && received.length >= received.readUInt32BE(0)) {
      const length = received.readUInt32BE(0);
      const command = received.readUInt32BE(4);
      const sequence = received.readUInt32BE(12);
      received = received.subarray(length);
      if (command === bindTransceiver && hostility === 'bind') {
        socket.write(noise(random, 200));
        return;
      }
      if (command === bindTransceiver) {
        socket.write(pdu(bindTransceiver + responseBit, 0, sequence, Buffer.from('HOSTILE\0')));
        bound = true;
        begin(socket, hostility, random);
      } else if (bound) answer(socket, hostility, random, command, sequence);
    }
  });
}

function answer(
  socket: Socket,
  hostility: Hostility,
  random: () => number,
  command: number,
  sequence: number,
): void {
  if (command === enquireLink)
    return void socket.write(pdu(enquireLink + responseBit, 0, sequence));
  if (command !== submitSm) return;
  const ok = (id: string): Buffer =>
    pdu(submitSm + responseBit, 0, sequence, Buffer.from(`${id}\0`));
  switch (hostility) {
    case 'ids':
      return void socket.write(
        ok(random() < 0.3 ? 'x'.repeat(4_096) : random() < 0.5 ? 'same' : ''),
      );
    case 'mutations':
      return void socket.write(mutated(ok(String(Math.floor(random() * 1e9))), random));
    case 'sequences':
      return void socket.write(
        pdu(submitSm + responseBit, 0, Math.floor(random() * 0x7fff_ffff), Buffer.from('1\0')),
      );
    default:
  }
}

function begin(socket: Socket, hostility: Hostility, random: () => number): void {
  const step = stepOf(socket, hostility, random);
  if (step === null) return;
  const timer = setInterval(step, everyMs);
  socket.once('close', () => clearInterval(timer));
}

function stepOf(socket: Socket, hostility: Hostility, random: () => number): (() => void) | null {
  const delivery = (): Buffer => deliver(Math.floor(random() * 0x7fff_ffff), random);
  switch (hostility) {
    case 'noise':
      return () => socket.write(noise(random, 1_000));
    case 'lengths': {
      const lengths = [0, 15, 65_537, 0x7fff_ffff, 0xffff_ffff, 16];
      return () =>
        socket.write(withLength(delivery(), lengths[Math.floor(random() * lengths.length)] ?? 0));
    }
    case 'halves': {
      const bytes = withLength(delivery(), 60_000);
      let at = 0;
      return () => socket.write(bytes.subarray(at % bytes.length, (at++ % bytes.length) + 1));
    }
    case 'sequences':
      return () =>
        socket.write(
          pdu(
            [0x8000_0004, 0x8000_0015, 0x8000_0006, 0x8000_0000][Math.floor(random() * 4)]!,
            0,
            Math.floor(random() * 100),
          ),
        );
    case 'flood':
      socket.pause();
      return () => {
        for (let count = 0; count < 20 && socket.writableLength < 1_000_000; count++)
          socket.write(delivery());
      };
    case 'mutations':
      return () => socket.write(mutated(delivery(), random));
    case 'hangup':
      socket.destroy();
      return null;
    case 'bind':
    case 'ids':
      return null;
  }
}

function pdu(
  command: number,
  status: number,
  sequence: number,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(headerBytes + body.length, 0);
  header.writeUInt32BE(command >>> 0, 4);
  header.writeUInt32BE(status, 8);
  header.writeUInt32BE(sequence, 12);
  return Buffer.concat([header, body]);
}

/** A receipt for nothing, or a message from a phone. */
function deliver(sequence: number, random: () => number): Buffer {
  const isReceipt = random() < 0.5;
  const id = Math.floor(random() * 1e9).toString(16);
  const text = isReceipt
    ? `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000 text:`
    : `hello ${id}`;
  const addresses = Buffer.from(`\0\x01\x01221770000001\0\x00\x0138000\0`, 'latin1');
  const flags = Buffer.from([isReceipt ? 4 : 0, 0, 0, 0, 0, 0, 0, 0, 0, text.length]);
  return pdu(
    deliverSm,
    0,
    sequence,
    Buffer.concat([addresses, flags, Buffer.from(text, 'latin1')]),
  );
}

function noise(random: () => number, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => Math.floor(random() * 256)));
}

function withLength(bytes: Buffer, length: number): Buffer {
  bytes.writeUInt32BE(length, 0);
  return bytes;
}

/** One byte of the body in eight; the length stays right, so that the stream stays readable. */
function mutated(bytes: Buffer, random: () => number): Buffer {
  for (let at = headerBytes; at < bytes.length; at++)
    if (random() < 1 / 8) bytes[at] = Math.floor(random() * 256);
  return bytes;
}
