// Knows what is under way on each connection of a server. When the server closes, the last answer
// on each says that it is the last, and none stays open on which nothing is under way: Node.js
// alone keeps one for its pause between two requests, and one that has said nothing for as long as
// its caller likes. Whoever ends their own half behind a request is answered: Node.js alone would
// end the other half as well. What comes behind an answer that says so is not carried out.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { environment } from '../environment.ts';

export interface Connections {
  /** Over TLS: both sides have shaken hands, so that an answer would be heard. */
  stands(socket: Socket): boolean;
  /** The newest one, unless it is answered. */
  requestUnderWay(socket: Socket): IncomingMessage | null;
  /**
   * What comes now is no request. True where one that has come whole is not answered yet: the
   * connection ends with that answer.
   */
  endsWithAnswer(socket: Socket): boolean;
  /**
   * Refuses what came last and ends the connection: nothing that still comes is heard, so that
   * nothing is carried out of what was refused.
   */
  endWith(socket: Socket, answer: string): void;
}

interface Connection {
  /** Not sent yet, in the order of their requests, in which they leave. */
  answers: Set<ServerResponse>;
  /** An answer says that it is the last: what comes behind it gets none. */
  saysLast: boolean;
  /** It ends once it has no more of these; null: it stays. */
  awaits: ((answer: ServerResponse) => boolean) | null;
}

/**
 * Once the server closes, for what is left of a request: nothing is carried out before it has come
 * whole.
 */
const restMs = 3_000;
/**
 * In which a caller may read a refusal, and end their half: what they still send meanwhile would
 * reset the connection.
 */
const lastWordsMs = 2_000;

const every = (): boolean => true;
/** Or of one whose answer has begun: nothing else may be written into that. */
const owed = ({ req, headersSent }: ServerResponse): boolean => req.complete || headersSent;

/**
 * `isLeaving`: the server is about to close, and a kept connection would break under its next
 * request.
 */
export function watchConnections(app: FastifyInstance, isLeaving: () => boolean): Connections {
  const open = new Map<Socket, Connection>();
  const isTls = 'setSecureContext' in app.server;
  const shaking = isTls ? watchHandshakes(app) : new Map<string, Socket>();
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
    // Of TLS this is said of the connection that stands: one on which nobody speaks any more cannot
    // shake hands.
    socket.allowHalfOpen = true;
    open.set(socket, { answers: new Set(), saysLast: false, awaits: null });
    socket.once('close', () => open.delete(socket));
  };
  // Not among its types.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on(isTls ? 'secureConnection' : 'connection', take);
  // Before Fastify's listener, which may answer at once.
  app.server.prependListener('request', ({ socket }, response) => {
    open.get(socket)?.answers.add(response);
    response.once('close', () => {
      open.get(socket)?.answers.delete(response);
      endIfDone(socket);
    });
  });
  // Node.js alone would end its connection without a word.
  app.server.on('connect', (_request, socket: Socket) =>
    app.server.emit('clientError', new Error('this is no proxy'), socket),
  );
  closeWithNewest(app, { open, newest, isLeaving });
  app.addHook('preClose', (done) => {
    closes = true;
    for (const socket of shaking.values()) socket.destroy();
    for (const [socket, connection] of open) {
      connection.awaits ??= every;
      endIfDone(socket);
    }
    environment.startTimer(() => refuseRests(app, open), restMs).unref();
    done();
  });
  return {
    stands: (socket) => open.has(socket),
    requestUnderWay: (socket) => newest(socket)?.req ?? null,
    endsWithAnswer(socket) {
      const connection = open.get(socket);
      if (connection === undefined) return false;
      if (connection.awaits === owed) return true;
      if (![...connection.answers].some(owed)) return false;
      connection.awaits = owed;
      return true;
    },
    endWith,
  };
}

/** Only the newest answer of a connection may close it, and nothing behind that is carried out. */
function closeWithNewest(
  app: FastifyInstance,
  {
    open,
    newest,
    isLeaving,
  }: {
    open: ReadonlyMap<Socket, Connection>;
    newest(socket: Socket): ServerResponse | null;
    isLeaving(): boolean;
  },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (open.get(request.raw.socket)?.saysLast === true) reply.hijack();
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    if (isLeaving() || socket.readableEnded) reply.header('connection', 'close');
    const connection = open.get(socket);
    // Of requests that came one after the other without a pause, those before the newest leave it
    // its connection.
    if (newest(socket) !== reply.raw) reply.removeHeader('connection');
    else if (connection !== undefined) connection.saysLast = reply.hasHeader('connection');
    done(null, payload);
  });
}

/** By their address: connections that have not shaken hands. */
function watchHandshakes(app: FastifyInstance): Map<string, Socket> {
  const shaking = new Map<string, Socket>();
  app.server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    shaking.set(address, socket);
    socket.once('close', () => shaking.delete(address));
  });
  return shaking;
}

/** As Node.js tells of requests that come too slowly. */
function refuseRests(app: FastifyInstance, open: ReadonlyMap<Socket, Connection>): void {
  for (const [socket, connection] of open) {
    const error = Object.assign(new Error('no time is left'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (![...connection.answers].every(owed)) app.server.emit('clientError', error, socket);
    connection.awaits = owed;
  }
}

function endWith(socket: Socket, answer: string): void {
  // With a listener for its bytes Node.js takes the socket from the parser of requests, and without
  // any they go nowhere.
  socket.on('data', () => {});
  socket.removeAllListeners('data');
  socket.resume();
  socket.end(answer);
  const end = environment.startTimer(() => socket.destroy(), lastWordsMs);
  socket.once('close', () => environment.stopTimer(end));
}

const addressOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;
