// The encrypted connection between two nodes. Both prove that they have the installation's key
// (TLS with a pre-shared key); the identity names the run of the node that is meant, so that an
// address which somebody else has meanwhile is noticed.

import type { Socket } from 'node:net';
import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import { environment } from '../environment.ts';
import { createFrameReader, writeFrame, type Frame, type FrameType } from './frame.ts';

/**
 * Forward secrecy, and authenticated encryption. TLS 1.3 of OpenSSL has no names for pre-shared
 * keys of this kind.
 */
const terms = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;
const handshakeMs = 2_000;
/**
 * The most of all, those that have not proven the key included: a node has one to each other node.
 */
const connectionsMax = 512;
/**
 * The most of those that have not proven the key yet: the handshake takes work and memory of
 * whoever is asked.
 */
export const unprovenMax = 32;
/**
 * Another form of the frames gets another number here: nodes of two versions then do not speak to
 * each other.
 */
const protocol = 1;

const identityOf = (incarnation: number): string => `jokko/${protocol}/${incarnation}`;

export interface FrameSocket {
  /** What is sent in one turn of the event loop leaves together. */
  send(type: FrameType, number: number, head?: string, body?: Buffer): void;
  /** At once. */
  destroy(): void;
  /** After what was sent. */
  end(): void;
}

interface Events {
  onFrame(frame: Frame): void;
  /** Once, for whatever reason; nothing comes afterwards. */
  onClose(): void;
}

export interface Address {
  host: string;
  port: number;
}

/** Calls `onOpen` when the other side has proven that it is the node of that number. */
export function connectToPeer(
  { host, port }: Address,
  incarnation: number,
  key: Buffer,
  events: Events & { onOpen(): void },
): FrameSocket {
  const socket = connect({
    host,
    port,
    ...terms,
    pskCallback: () => ({ psk: key, identity: identityOf(incarnation) }),
    // There is no certificate: the key is the proof.
    checkServerIdentity: () => undefined,
  });
  socket.setTimeout(handshakeMs, () => socket.destroy());
  socket.once('secureConnect', () => {
    socket.setTimeout(0);
    events.onOpen();
  });
  return speakFrames(socket, events);
}

/** `onPeer` gets each connection and says what to do with its frames. */
export function servePeers(
  incarnation: number,
  key: Buffer,
  onPeer: (socket: FrameSocket) => Events,
): Server {
  const server = createServer(
    {
      ...terms,
      handshakeTimeout: handshakeMs,
      pskCallback: (_socket, identity) => (identity === identityOf(incarnation) ? key : null),
    },
    (socket) => {
      const events: Events = {
        onFrame: (frame) => handlers.onFrame(frame),
        onClose: () => handlers.onClose(),
      };
      const handlers = onPeer(speakFrames(socket, events));
    },
  );
  server.maxConnections = connectionsMax;
  limitUnproven(server);
  // Whoever has not the key learns nothing, and neither does the log fill with it. Node leaves open
  // what did not shake hands in time.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
}

/**
 * Beyond the limit a connection is ended at once. `handshakeTimeout` ends what says nothing, so
 * that a place is free again soon.
 */
function limitUnproven(server: Server): void {
  let unproven = 0;
  // Before the listener of TLS, which would begin the handshake.
  server.prependListener('connection', (socket: Socket) => {
    if (unproven >= unprovenMax) return void socket.destroy();
    unproven++;
    const proven = (): void => {
      if (waiting.delete(socket)) unproven--;
    };
    waiting.set(socket, proven);
    socket.once('close', proven);
  });
  const waiting = new Map<Socket, () => void>();
  // The connection of a TLS socket is known by its port at the other side.
  server.on('secureConnection', ({ remotePort, remoteAddress }) => {
    for (const [socket, proven] of waiting)
      if (socket.remotePort === remotePort && socket.remoteAddress === remoteAddress) proven();
  });
}

function speakFrames(socket: TLSSocket, { onFrame, onClose }: Events): FrameSocket {
  let waiting: Buffer[] = [];
  const flush = (): void => {
    const frames = waiting;
    waiting = [];
    if (!socket.destroyed) socket.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames));
  };
  const read = createFrameReader(onFrame);
  socket.setNoDelay(true);
  socket.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  // The end of a connection says all that its error does.
  socket.on('error', () => {});
  socket.once('close', onClose);
  return {
    send(type, number, head, body) {
      if (waiting.push(writeFrame(type, number, head, body)) === 1) environment.nextTurn(flush);
    },
    destroy: () => void socket.destroy(),
    end() {
      if (waiting.length > 0) flush();
      socket.end();
    },
  };
}
