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
  /** At once where nothing is under way. */
  endWhenAnswered(socket: Socket): void;
}

/** `isLeaving`: the server is about to close, and a kept connection would break under its next request. */
export function watchConnections(app: FastifyInstance, isLeaving: () => boolean): Connections {
  /** The answer to the newest request of each; answers leave in the order of their requests. */
  const newest = new Map<Socket, ServerResponse | null>();
  let closes = false;
  const underWay = (socket: Socket): ServerResponse | null => {
    const response = newest.get(socket) ?? null;
    return response?.closed === true ? null : response;
  };
  const endWhenAnswered = (socket: Socket): void => {
    const response = underWay(socket);
    if (response === null) socket.destroySoon();
    else response.once('close', () => endWhenAnswered(socket));
  };
  const take = (socket: Socket): void => {
    if (closes) return void socket.destroy();
    newest.set(socket, null);
    socket.once('close', () => newest.delete(socket));
  };
  app.server.on('setSecureContext' in app.server ? 'secureConnection' : 'connection', take);
  // Before Fastify's listener, which may answer at once.
  app.server.prependListener('request', ({ socket }, response) => newest.set(socket, response));
  app.addHook('onSend', (request, reply, payload, done) => {
    // Of requests that came one after the other without a pause, those before the newest leave it its connection.
    if (isLeaving() && newest.get(request.raw.socket) === reply.raw)
      reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    closes = true;
    for (const socket of newest.keys()) endWhenAnswered(socket);
    done();
  });
  return {
    stands: (socket) => newest.has(socket),
    requestUnderWay: (socket) => underWay(socket)?.req ?? null,
    endWhenAnswered,
  };
}
