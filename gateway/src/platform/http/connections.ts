// Knows what is under way on each connection of a server. When the server closes, the last answer on each says that it is the last, and
// none stays open on which nothing is under way: Node.js alone keeps one for its pause between two requests, and one that has said nothing
// for as long as its caller likes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Connections {
  /** Over TLS: both sides have shaken hands, so that an answer would be heard. */
  stands(socket: Socket): boolean;
  /** The newest one, unless it is answered. */
  requestUnderWay(socket: Socket): IncomingMessage | null;
  /** What comes now is no request. True where one that has come whole is not answered yet: the connection ends with that answer. */
  endsWithAnswer(socket: Socket): boolean;
}

interface Connection {
  /** Not sent yet, in the order of their requests, in which they leave. */
  answers: Set<ServerResponse>;
  /** It ends once it has no more of these; null: it stays. */
  awaits: ((answer: ServerResponse) => boolean) | null;
}

const every = (): boolean => true;
const ofWholeRequest = ({ req }: ServerResponse): boolean => req.complete;

/** `isLeaving`: the server is about to close, and a kept connection would break under its next request. */
export function watchConnections(app: FastifyInstance, isLeaving: () => boolean): Connections {
  const open = new Map<Socket, Connection>();
  /** By their address: connections that have not shaken hands. */
  const shaking = new Map<string, Socket>();
  let closes = false;
  const newest = (socket: Socket): ServerResponse | null =>
    [...(open.get(socket)?.answers ?? [])].at(-1) ?? null;
  function endIfDone(socket: Socket): void {
    const { answers, awaits } = open.get(socket) ?? {};
    if (answers !== undefined && awaits != null && ![...answers].some(awaits)) socket.destroySoon();
  }
  const take = (socket: Socket): void => {
    shaking.delete(addressOf(socket));
    if (closes) return void socket.destroy();
    open.set(socket, { answers: new Set(), awaits: null });
    socket.once('close', () => open.delete(socket));
  };
  const isTls = 'setSecureContext' in app.server;
  app.server.on(isTls ? 'secureConnection' : 'connection', take);
  if (isTls)
    app.server.on('connection', (socket: Socket) => {
      const address = addressOf(socket);
      shaking.set(address, socket);
      socket.once('close', () => shaking.delete(address));
    });
  // Before Fastify's listener, which may answer at once.
  app.server.prependListener('request', ({ socket }, response) => {
    open.get(socket)?.answers.add(response);
    response.once('close', () => {
      open.get(socket)?.answers.delete(response);
      endIfDone(socket);
    });
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // Of requests that came one after the other without a pause, those before the newest leave it its connection.
    if (isLeaving() && newest(request.raw.socket) === reply.raw)
      reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    closes = true;
    for (const socket of shaking.values()) socket.destroy();
    for (const [socket, connection] of open) {
      connection.awaits ??= every;
      endIfDone(socket);
    }
    done();
  });
  return {
    stands: (socket) => open.has(socket),
    requestUnderWay: (socket) => newest(socket)?.req ?? null,
    endsWithAnswer(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return false;
      if (connection.awaits === ofWholeRequest) return true;
      if (![...connection.answers].some(ofWholeRequest)) return false;
      connection.awaits = ofWholeRequest;
      return true;
    },
  };
}

const addressOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;
