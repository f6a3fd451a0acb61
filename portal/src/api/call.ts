// Calls the gateway by the name of a route of the shared table; its types define input and output.

import type {
  PortalError,
  PortalErrorCode,
  RouteAnswer,
  RouteBody,
  RouteName,
  RouteParams,
  RouteQuery,
} from '@jokko/contract/portal';
import { pathOf } from '../router/path.ts';
import { noteServerTime } from './server-clock.ts';

type Part<Key extends string, Value> = undefined extends Value
  ? { [K in Key]?: undefined }
  : { [K in Key]: Value };
/**
 * What a route takes: parameters of the path, of the query, a body. Query values that are '' or
 * undefined are left out.
 */
export type Input<Name extends RouteName> = Part<'params', RouteParams<Name>> &
  (undefined extends RouteQuery<Name>
    ? { query?: undefined }
    : { query?: Partial<RouteQuery<Name>> }) &
  Part<'body', RouteBody<Name>>;

/**
 * `offline`: no answer came to a read. `notSent`: a change that has not left this device.
 * `unanswered`: one that may have arrived.
 */
export type CallErrorCode = PortalErrorCode | 'offline' | 'notSent' | 'unanswered';

/** An answer that refuses, or none at all. */
export class CallError extends Error {
  readonly code: CallErrorCode;
  readonly status: number;
  readonly fields: NonNullable<PortalError['error']['fields']>;
  readonly retryAfterSeconds: number | undefined;
  readonly countsFrom: string | undefined;

  constructor(code: CallErrorCode, status: number, error?: PortalError['error']) {
    super(code);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
    this.fields = error?.fields ?? [];
    this.retryAfterSeconds = error?.retryAfterSeconds;
    this.countsFrom = error?.countsFrom;
  }
}

const base = '/portal/api/';
/** The gateway's clock, ms since 1970. */
const serverTimeHeader = 'jokko-time';
const timeoutMs = 30_000;
/** The time of a file on a slow network. */
const uploadTimeoutMs = 600_000;
const triesOfReads = 3;
const firstPauseMs = 400;
/** The gateway, or a proxy before it, is away for a moment. */
const passingStatuses: readonly number[] = [502, 503, 504];

interface Watcher {
  /** The session has ended or is not complete. */
  onSignedOut(code: PortalErrorCode): void;
  /** Asks for a proof; answers whether one was given. */
  onStepUp(): Promise<boolean>;
  /** A call reached the gateway, or did not. */
  onReach(reached: boolean): void;
}
let watcher: Watcher = {
  onSignedOut: () => undefined,
  onStepUp: () => Promise.resolve(false),
  onReach: () => undefined,
};

/**
 * Told what every call has in common: the end of the session, a missing proof, the state of the
 * network.
 */
export function watchCalls(next: Partial<Watcher>): void {
  watcher = { ...watcher, ...next };
}

/** The address of a route, e.g. for the link of a download. */
export function addressOf<Name extends RouteName>(
  name: Name,
  input: Omit<Input<Name>, 'body'>,
): string {
  const path = name.slice(name.indexOf(' ') + 1);
  const { params = {}, query = {} } = input as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
  };
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  const tail = search.toString();
  return `${base}${pathOf(path as '/:x', params as { x: string })}${tail === '' ? '' : `?${tail}`}`;
}

/**
 * Calls a route. Reads are tried again when the network or the gateway is away for a moment;
 * changes never are. A missing proof is asked for, and then the same call goes out again.
 */
export async function call<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  options: { signal?: AbortSignal } = {},
): Promise<RouteAnswer<Name>> {
  try {
    return await callWithTries(name, input, options.signal);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.code === 'stepUpNeeded' && (await watcher.onStepUp()))
      return callWithTries(name, input, options.signal);
    if (
      error.code === 'signedOut' ||
      error.code === 'secondFactorNeeded' ||
      error.code === 'secondFactorSetUpNeeded'
    )
      watcher.onSignedOut(error.code);
    throw error;
  }
}

async function callWithTries<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<RouteAnswer<Name>> {
  const tries = name.startsWith('GET ') ? triesOfReads : 1;
  for (let tried = 1; ; tried += 1) {
    try {
      return await callOnce(name, input, signal);
    } catch (error) {
      const passing =
        error instanceof CallError &&
        (error.code === 'offline' || passingStatuses.includes(error.status));
      if (!passing || tried >= tries) throw error;
      // Not all at the same moment: a gateway that comes back meets many who wait.
      await pause(firstPauseMs * 3 ** (tried - 1) * (0.75 + Math.random() / 2), signal);
    }
  }
}

async function callOnce<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<RouteAnswer<Name>> {
  const method = name.slice(0, name.indexOf(' '));
  const { body } = input as { body?: unknown };
  const isSent = method === 'POST';
  const isFile = body instanceof Uint8Array;
  const limit = AbortSignal.timeout(isFile ? uploadTimeoutMs : timeoutMs);
  const response = await reach(addressOf(name, input), {
    method,
    credentials: 'same-origin',
    // Pages send no referrer, and without one browsers hide the origin, too; the gateway wants to
    // see that it is its own.
    referrerPolicy: 'same-origin',
    signal: signal === undefined ? limit : anyOf(signal, limit),
    headers: {
      accept: 'application/json',
      ...(isSent && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(isSent && {
      body: isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body ?? {}),
    }),
  });
  const answer = (await response.json().catch(() => null)) as unknown;
  if (response.ok && answer !== null) return answer as RouteAnswer<Name>;
  const refused = (answer as PortalError | null)?.error;
  throw new CallError(
    refused?.code ?? codeWithoutMessages(method, response.status),
    response.status,
    refused,
  );
}

/**
 * The code of an answer that is not the gateway's: a proxy's, or the rest of one that was cut off.
 */
function codeWithoutMessages(method: string, status: number): CallErrorCode {
  if (method !== 'GET' && (status < 400 || status > 500)) return 'unanswered';
  return status === 503
    ? 'notNow'
    : passingStatuses.includes(status) || status < 400
      ? 'offline'
      : 'internal';
}

async function reach(
  address: string,
  init: RequestInit & { method: string; signal: AbortSignal },
): Promise<Response> {
  const offline = navigator.onLine === false;
  try {
    const response =
      (init.method === 'GET' ? await askedEarly(address) : undefined) ??
      (await fetch(address, init));
    // 502 and 504 are a proxy's, which speaks where the gateway does not.
    noteServerTime(response.headers.get(serverTimeHeader));
    watcher.onReach(response.status !== 502 && response.status !== 504);
    return response;
  } catch (error) {
    // Given up by the page that asked: nobody waits for it.
    if (init.signal.aborted && (init.signal.reason as Error | undefined)?.name !== 'TimeoutError')
      throw error;
    watcher.onReach(false);
    throw new CallError(init.method === 'GET' ? 'offline' : offline ? 'notSent' : 'unanswered', 0);
  }
}

const early =
  (globalThis as { jokkoEarly?: Record<string, Promise<Response | undefined>> }).jokkoEarly ?? {};
const earlyForMs = 20_000;

/**
 * What `theme/early.js` asked before this code was here; each once, and undefined where no answer
 * came, or too long ago.
 */
async function askedEarly(address: string): Promise<Response | undefined> {
  const path = address.slice(base.length);
  const asked = early[path];
  delete early[path];
  return performance.now() < earlyForMs ? asked : undefined;
}

/** `AbortSignal.any` is younger than the oldest browsers we serve. */
function anyOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [one, other]) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
