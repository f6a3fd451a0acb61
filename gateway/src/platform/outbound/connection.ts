// Sends POSTs over one kept-alive connection, one after the other. All state of the exchange in
// flight lives on the connection itself, so that a delivery on an open connection costs little and
// knows for certain whether it opened the connection or found it open.

import { Client, type Dispatcher } from 'undici';
import { dial, type Dialled, type DialPhase, type DialSettings, type Target } from './dial.ts';
import { withoutInterimAnswers, type Hearing } from './interim-answers.ts';
import { environment } from '../environment.ts';
import { startDeadline, type Deadline } from '../system/deadline.ts';

export interface Exchange {
  path: string;
  headers: { [name: string]: string };
  body: string | Buffer;
  timeoutMs: number;
  /** More of an answer's body is never read: the connection is destroyed. */
  bodyMaxBytes: number;
}

/** Where an exchange was when it ended. */
export type ExchangePhase = Exclude<DialPhase, 'open'> | 'head' | 'body';

export interface Exchanged {
  status: number | null;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
  bodyCut: boolean;
  /** Null when the answer came whole, or as much of it as is read. */
  error: Error | null;
  timedOut: boolean;
  phase: ExchangePhase;
  /** The connection as it was opened; `opened` says whether by this exchange. */
  dialled: Dialled | null;
  opened: boolean;
  /**
   * Whether a byte of any answer came, also of an interim one: then the receiver has read the
   * request.
   */
  heard: boolean;
  /** The beginning of an answer whose head was not understood. */
  brokenHead: Buffer;
  /** From the moment the connection was there to the answer's head. */
  firstByteMs: number | null;
  totalMs: number;
}

export interface Connection {
  /** One at a time. Never fails; the connection is usable afterwards unless `closed`. */
  exchange(exchange: Exchange, done: (exchanged: Exchanged) => void): void;
  readonly closed: boolean;
  close(): void;
}

const keepAliveMs = 30_000;
const noBody = Buffer.alloc(0);

/** The connection and the exchange under way on it. */
interface State {
  dialled: Dialled | null;
  hearing: Hearing | null;
  closed: boolean;
  exchange: Exchange | null;
  done: ((exchanged: Exchanged) => void) | null;
  opened: boolean;
  startedAt: number;
  requestedAt: number;
  status: number | null;
  headers: NodeJS.Dict<string | string[]>;
  firstByteMs: number | null;
  chunks: Buffer[];
  size: number;
  deadline: Deadline | undefined;
  close(): void;
}

/**
 * Nothing is dialed before the first exchange. `onClosed`: the receiver or an idle time-out closed
 * it between two exchanges.
 */
export function openConnection(
  settings: DialSettings,
  origin: string,
  target: Target,
  onClosed: () => void,
): Connection {
  const state = freshState();
  const client = openClient(settings, origin, target, state);
  state.close = () => {
    if (state.closed) return;
    state.closed = true;
    state.dialled?.abort();
    client.destroy().catch(() => {});
  };
  client.on('disconnect', () => {
    if (state.exchange !== null) return;
    state.close();
    onClosed();
  });
  const handler = handlerOf(state);
  const onDeadline = () =>
    finish(state, { error: new Error('the deadline has passed'), timedOut: true });
  return {
    exchange(exchange, done) {
      state.exchange = exchange;
      state.done = done;
      state.opened = false;
      state.status = null;
      state.headers = {};
      state.size = 0;
      state.firstByteMs = null;
      state.startedAt = environment.monotonic();
      state.deadline = startDeadline(exchange.timeoutMs, onDeadline);
      client.dispatch(
        { path: exchange.path, method: 'POST', headers: exchange.headers, body: exchange.body },
        handler,
      );
    },
    get closed() {
      return state.closed;
    },
    close: state.close,
  };
}

function freshState(): State {
  return {
    dialled: null,
    hearing: null,
    closed: false,
    exchange: null,
    done: null,
    opened: false,
    startedAt: 0,
    requestedAt: 0,
    status: null,
    headers: {},
    firstByteMs: null,
    chunks: [],
    size: 0,
    deadline: undefined,
    close() {},
  };
}

function openClient(settings: DialSettings, origin: string, target: Target, state: State): Client {
  return new Client(origin, {
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The one deadline is ours: a body time-out starts again at each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(_options, callback) {
      state.opened = true;
      state.hearing = null;
      state.dialled = dial(settings, target, (error, socket) => {
        if (error !== null) return callback(error, null);
        state.hearing = withoutInterimAnswers(socket!);
        callback(null, socket!);
      });
    },
  });
}

function handlerOf(state: State): Dispatcher.DispatchHandler {
  return {
    onRequestStart() {
      state.requestedAt = environment.monotonic();
    },
    onResponseStart(_controller, status, headers) {
      state.firstByteMs = environment.monotonic() - state.requestedAt;
      state.status = status;
      state.headers = headers;
    },
    onResponseData(_controller, chunk) {
      if (state.exchange === null) return;
      state.chunks.push(chunk);
      state.size += chunk.length;
      if (state.size > state.exchange.bodyMaxBytes) finish(state, { bodyCut: true });
    },
    onResponseEnd() {
      finish(state, {});
    },
    onResponseError(_controller, error) {
      finish(state, { error });
    },
  };
}

function finish(
  state: State,
  {
    error = null,
    timedOut = false,
    bodyCut = false,
  }: { error?: Error | null; timedOut?: boolean; bodyCut?: boolean },
) {
  const { done, exchange } = state;
  if (done === null || exchange === null) return;
  state.deadline?.stop();
  const body = bodyOf(state.chunks);
  const exchanged: Exchanged = {
    error,
    timedOut,
    bodyCut,
    phase: phaseOf(state),
    status: state.status,
    headers: state.headers,
    body: bodyCut ? body.subarray(0, exchange.bodyMaxBytes) : body,
    dialled: state.dialled,
    opened: state.opened,
    heard: state.hearing?.hasBegun() === true,
    brokenHead:
      error === null || state.status !== null ? noBody : (state.hearing?.head() ?? noBody),
    firstByteMs: state.firstByteMs,
    totalMs: environment.monotonic() - state.startedAt,
  };
  state.done = null;
  state.exchange = null;
  state.chunks = [];
  if (error !== null || bodyCut) state.close();
  done(exchanged);
}

function bodyOf(chunks: Buffer[]): Buffer {
  return chunks.length === 0 ? noBody : chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

function phaseOf({ status, dialled }: State): ExchangePhase {
  if (status !== null) return 'body';
  const phase = dialled?.phase ?? 'dns';
  return phase === 'open' ? 'head' : phase;
}
