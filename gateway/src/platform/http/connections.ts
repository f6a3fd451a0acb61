// Tracks the unanswered requests of each connection of a server. When the server closes, the last
// answer on each connection says `connection: close`, and idle connections are ended: Node.js would
// keep a connection for its pause between two requests, and a silent one for as long as its caller
// likes. A caller who ends their own half of a connection behind a request is still answered, where
// Node.js would end both halves. Requests that come together are carried out one after the other,
// in turns of their own, and not behind an answer that closes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { environment } from '../environment.ts';

export interface Connections {
  /** Whether an answer would be heard. Over TLS this is so after the handshake. */
  stands(socket: Socket): boolean;
  /** Returns the newest request of the connection, or null if that is answered. */
  requestUnderWay(socket: Socket): IncomingMessage | null;
  /**
   * Notes that the bytes which follow are no request. Returns true if a request before them has
   * come whole and is not answered yet: its answer then ends the connection.
   */
  endsWithAnswer(socket: Socket): boolean;
  /**
   * Writes `answer`, which refuses the newest request, and ends the connection. Bytes that still
   * come are dropped, so that nothing of the refused request is carried out.
   */
  endWith(socket: Socket, answer: string): void;
}

interface Connection {
  /** Answers that are not sent yet, in the order of their requests, in which they are sent. */
  answers: Set<ServerResponse>;
  /** The answer to the newest request, sent or not. */
  newest: ServerResponse | null;
  /** A request of it is carried out in this turn of the event loop. */
  hadTurn: boolean;
  /** The connection ends once none of its answers is one of these. Null: the connection stays. */
  awaits: ((answer: ServerResponse) => boolean) | null;
}

/** A connection with so many requests that are not answered is not read on. */
const unansweredMax = 100;
/**
 * How long a server that closes waits for the rest of a request. No request is carried out before
 * it has come whole.
 */
const restMs = 3_000;
/**
 * How long a refused caller may read the refusal and end their half. A connection that is closed
 * while its caller still sends is reset, and the refusal is lost.
 */
const lastWordsMs = 2_000;

const every = (): boolean => true;
/**
 * Whether the answer must be sent: its request has come whole, or the answer has begun and nothing
 * else may be written into it.
 */
const owed = ({ req, headersSent }: ServerResponse): boolean => req.complete || headersSent;

/**
 * `isLeaving` tells that the server is about to close: a connection that it keeps would break under
 * the next request.
 */
export function watchConnections(app: FastifyInstance, isLeaving: () => boolean): Connections {
  const open = new Map<Socket, Connection>();
  const isTls = 'setSecureContext' in app.server;
  const shaking = isTls ? watchHandshakes(app) : new Map<string, Socket>();
  let closes = false;
  function endIfDone(socket: Socket): void {
    const { answers, awaits } = open.get(socket) ?? {};
    if (answers !== undefined && awaits != null && ![...answers].some(awaits)) socket.destroySoon();
  }
  const take = (socket: Socket): void => {
    shaking.delete(addressOf(socket));
    if (closes) return void socket.destroy();
    // Over TLS this is set after the handshake, which never ends if one side has stopped speaking.
    socket.allowHalfOpen = true;
    open.set(socket, { answers: new Set(), newest: null, hadTurn: false, awaits: null });
    socket.once('close', () => open.delete(socket));
  };
  // This option of Node.js is missing from its types.
  Object.assign(app.server, { httpAllowHalfOpen: true });
  app.server.on(isTls ? 'secureConnection' : 'connection', take);
  // Node.js would end the connection of a CONNECT without an answer.
  app.server.on('connect', (_request, socket: Socket) =>
    app.server.emit('clientError', new Error('this is no proxy'), socket),
  );
  takeInOrder(app, open, endIfDone);
  closeWithNewest(app, open, isLeaving);
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
    requestUnderWay(socket) {
      const { answers, newest } = open.get(socket) ?? {};
      return newest != null && answers?.has(newest) === true ? newest.req : null;
    },
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

/**
 * Carries out each request of a connection when the one before it is answered. Otherwise all that
 * a caller sends at once would be carried out in one turn of the event loop.
 */
function takeInOrder(
  app: FastifyInstance,
  open: ReadonlyMap<Socket, Connection>,
  endIfDone: (socket: Socket) => void,
): void {
  const answerBefore = new WeakMap<ServerResponse, ServerResponse>();
  const stopIfFull = (socket: Socket): void => {
    if ((open.get(socket)?.answers.size ?? 0) >= unansweredMax) socket.pause();
  };
  // This listener runs before Fastify's, which may answer at once.
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    const { answers, newest } = connection;
    // And behind each answer.
    if (newest === null) socket.on('resume', () => stopIfFull(socket));
    else if (answers.has(newest)) answerBefore.set(response, newest);
    answers.add(response);
    connection.newest = response;
    // Node.js reads on behind each request, so it is stopped when this listener has returned.
    if (answers.size === unansweredMax) queueMicrotask(() => stopIfFull(socket));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === unansweredMax - 1) socket.resume();
      endIfDone(socket);
    });
  });
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const connection = open.get(socket);
    if (connection === undefined) return done();
    const take = (): void => {
      // An answer that closes has ended the connection: nobody would hear of what is done now.
      if (!socket.writable) return void reply.hijack();
      connection.hadTurn = true;
      environment.nextTurn(() => (connection.hadTurn = false));
      done();
    };
    const before = answerBefore.get(reply.raw);
    if (before !== undefined) before.once('close', () => environment.nextTurn(take));
    else if (connection.hadTurn) environment.nextTurn(take);
    else take();
  });
}

/** Lets only the newest answer of a connection close it. */
function closeWithNewest(
  app: FastifyInstance,
  open: ReadonlyMap<Socket, Connection>,
  isLeaving: () => boolean,
): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    if (isLeaving() || socket.readableEnded) reply.header('connection', 'close');
    // An older answer leaves the connection to the requests that came behind its own.
    if (open.get(socket)?.newest !== reply.raw) reply.removeHeader('connection');
    done(null, payload);
  });
}

/** Returns the connections whose handshake is under way, by the caller's address and port. */
function watchHandshakes(app: FastifyInstance): Map<string, Socket> {
  const shaking = new Map<string, Socket>();
  app.server.on('connection', (socket: Socket) => {
    const address = addressOf(socket);
    shaking.set(address, socket);
    socket.once('close', () => shaking.delete(address));
  });
  return shaking;
}

/** Refuses requests that have not come whole, with the error that Node.js has for slow ones. */
function refuseRests(app: FastifyInstance, open: ReadonlyMap<Socket, Connection>): void {
  for (const [socket, connection] of open) {
    const error = Object.assign(new Error('no time is left'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (![...connection.answers].every(owed)) app.server.emit('clientError', error, socket);
    connection.awaits = owed;
  }
}

function endWith(socket: Socket, answer: string): void {
  // Adding a listener for bytes takes the socket from the parser of requests. Once the listener is
  // removed, the bytes are dropped.
  socket.on('data', () => {});
  socket.removeAllListeners('data');
  socket.resume();
  socket.end(answer);
  const end = environment.startTimer(() => socket.destroy(), lastWordsMs);
  socket.once('close', () => environment.stopTimer(end));
}

const addressOf = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress} ${remotePort}`;
