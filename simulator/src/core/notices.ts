// Sends notices to the gateway. One queue per target with kept-alive connections and at most 64 in
// flight; a few retries, then the gateway has to ask.

import http from 'node:http';
import https from 'node:https';
import type { Clock } from './clock.ts';

export interface Notice {
  url: string;
  method: 'POST' | 'PUT';
  /**
   * Made anew for each attempt, since a signature holds its time. `content-type` is JSON unless it
   * is here.
   */
  headers(): { [name: string]: string };
  body: string;
  /**
   * The protocol says how often a notice that is not taken is sent again; three times unless it is
   * here.
   */
  retries?: number;
  /** The protocol says it; true: it is sent again only where no answer came. */
  answerEnds?: boolean;
  /** Called once, when an attempt was answered 2xx. */
  onTaken?: () => void;
}

export interface Notices {
  /** Resolves when the first attempt ended, however it ended. */
  send(notice: Notice): Promise<void>;
  close(): void;
}

const inFlightMax = 64;
const waitingMax = 200_000;
const attemptTimeoutMs = 5_000;
const lastDelayMs = 30_000;
const retryDelaysMs = [1_000, 5_000, lastDelayMs];

/** The result of one attempt: 2xx; another status; no answer. */
type Result = 'taken' | 'answered' | 'lost';

interface Lane {
  client: typeof http | typeof https;
  agent: http.Agent | https.Agent;
  inFlight: number;
  waiting: (() => void)[];
  /**
   * Index of the next waiting entry; the array is cut when it was used up, so that taking one stays
   * cheap.
   */
  next: number;
}

export function createNotices(clock: Clock): Notices {
  const lanes = new Map<string, Lane>();
  let closed = false;

  function laneOf(url: URL): Lane {
    const known = lanes.get(url.origin);
    if (known !== undefined) return known;
    const client = url.protocol === 'https:' ? https : http;
    const agent = new client.Agent({
      keepAlive: true,
      maxSockets: inFlightMax,
      maxFreeSockets: inFlightMax,
    });
    const lane: Lane = { client, agent, inFlight: 0, waiting: [], next: 0 };
    lanes.set(url.origin, lane);
    return lane;
  }
  function release(lane: Lane): void {
    lane.inFlight -= 1;
    const run = lane.waiting[lane.next];
    if (run === undefined) return;
    lane.next += 1;
    if (lane.next > 1_000 && lane.next * 2 > lane.waiting.length) {
      lane.waiting.splice(0, lane.next);
      lane.next = 0;
    }
    run();
  }
  function attempt(notice: Notice, retries: number, firstDone: () => void): void {
    if (closed) return firstDone();
    const url = new URL(notice.url);
    const lane = laneOf(url);
    const run = (): void => {
      lane.inFlight += 1;
      deliver(lane, url, notice, (result) => {
        release(lane);
        if (result === 'taken') notice.onTaken?.();
        const ended = result === 'taken' || (result === 'answered' && notice.answerEnds === true);
        const most = notice.retries ?? retryDelaysMs.length;
        const delayMs = retries < most ? (retryDelaysMs[retries] ?? lastDelayMs) : undefined;
        if (!ended && delayMs !== undefined && !closed)
          clock.schedule(delayMs, () => attempt(notice, retries + 1, nothing));
        firstDone();
      });
    };
    if (lane.inFlight < inFlightMax) run();
    else if (lane.waiting.length - lane.next < waitingMax) lane.waiting.push(run);
    else firstDone();
  }
  return {
    send: (notice) => new Promise((resolve) => attempt(notice, 0, resolve)),
    close() {
      closed = true;
      for (const lane of lanes.values()) lane.agent.destroy();
    },
  };
}

function nothing(): void {}

/** One attempt. */
function deliver(lane: Lane, url: URL, notice: Notice, done: (result: Result) => void): void {
  let ended = false;
  const end = (result: Result): void => {
    if (ended) return;
    ended = true;
    done(result);
  };
  const headers = {
    'content-type': 'application/json',
    ...notice.headers(),
    'content-length': String(Buffer.byteLength(notice.body)),
  };
  const request = lane.client.request(
    url,
    { method: notice.method, agent: lane.agent, headers, timeout: attemptTimeoutMs },
    (response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      response.on('end', () => end(status >= 200 && status < 300 ? 'taken' : 'answered'));
      response.on('close', () => end('lost'));
    },
  );
  request.on('timeout', () => request.destroy());
  request.on('error', () => end('lost'));
  request.end(notice.body);
}
