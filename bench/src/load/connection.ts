// One keep-alive connection of the generator: sends a request, reports its answer or its loss,
// connects again when it was closed.

import net from 'node:net';
import { type Answer, createAnswerReader } from './answer.ts';
import { type Request, type RequestForm, createRequest } from './request.ts';

/** What became of one request. `answer` is null when it was lost, and then `cause` says why. */
export type Outcome =
  | { number: number; startedMs: number; answer: Answer }
  | { number: number; startedMs: number; answer: null; cause: string };

export interface Connection {
  /**
   * Sends the request with this number; only while no other one is under way. `startedMs` is when
   * its latency begins.
   */
  send(number: number, startedMs: number): void;
  close(): void;
}

export interface ConnectionEvents {
  /** The connection may take its next request. */
  onReady(connection: Connection): void;
  onOutcome(outcome: Outcome): void;
}

// Every read is copied out of this buffer before the next one begins, so all connections share it.
const readBuffer = Buffer.allocUnsafe(64 * 1024);
const reconnectDelayMs = 20;

export function openConnection(form: RequestForm, events: ConnectionEvents): Connection {
  const request: Request = createRequest(form);
  const state = {
    socket: null as net.Socket | null,
    number: 0,
    startedMs: 0,
    underWay: false,
    closed: false,
  };

  const connection: Connection = {
    send(number, startedMs) {
      state.number = number;
      state.startedMs = startedMs;
      state.underWay = true;
      request.setNumber(number);
      state.socket?.write(request.bytes);
    },
    close() {
      state.closed = true;
      state.socket?.destroy();
    },
  };

  function finish(answer: Answer): void {
    if (!state.underWay) throw new Error('an answer without a request');
    state.underWay = false;
    events.onOutcome({ number: state.number, startedMs: state.startedMs, answer });
    if (answer.closes) state.socket?.destroy();
    else if (!state.closed) events.onReady(connection);
  }

  function connect(): void {
    const read = createAnswerReader(finish, form.acceptedAs?.idHeader);
    let connected = false;
    const socket = openSocket(form, read);
    socket.on('connect', () => {
      connected = true;
      events.onReady(connection);
    });
    socket.on('error', () => {}); // 'close' follows and tells the rest.
    socket.on('close', () => {
      if (state.underWay) lose(connected ? 'closed' : 'connect');
      if (!state.closed) setTimeout(connect, reconnectDelayMs);
    });
    state.socket = socket;
  }

  function lose(cause: string): void {
    state.underWay = false;
    events.onOutcome({ number: state.number, startedMs: state.startedMs, answer: null, cause });
  }

  connect();
  return connection;
}

function openSocket({ host, port }: RequestForm, read: (text: string) => void): net.Socket {
  return net.connect({
    host,
    port,
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback(length) {
        read(readBuffer.toString('latin1', 0, length));
        return true;
      },
    },
  });
}
