// The way to one other node: requests go out over a kept connection, and answers come back in any
// order. A node that does not answer a ping in time is taken to be frozen: what is under way there
// is given up, and nothing is handed to it until it speaks again.

import { environment, type Timer } from '../environment.ts';
import { frameTypes, type Frame } from './frame.ts';
import { connectToPeer, type Address, type FrameSocket } from './socket.ts';
import { createUnderWay, type LinkAnswer, type UnderWay } from './under-way.ts';

/** A healthy node answers a ping within a turn of its event loop. */
const pingEveryMs = 100;
/**
 * Looks without an answer; looks and not ms, so that a pause of this node is not taken for one of
 * the other.
 */
const silentLooksMax = 3;
/**
 * After an answer that did not come in time, and no other either: the node may be cut off from the
 * database, and by then it declines by itself.
 */
const restMs = 5_000;
const reconnectMs = 1_000;
/** Requests under way on one link; what is beyond stays here, where admission limits it. */
const underWayMax = 1_024;

export interface Link {
  /** Whether it is worth while to send; opens the connection where it is not open. */
  isUsable(): boolean;
  /**
   * Only where `isUsable`. `answerMaxMs`: after that it is given up as lost, unless the node
   * answers other requests (under-way.ts).
   */
  send(head: string, body: Buffer, answerMaxMs: number): Promise<LinkAnswer>;
  close(): void;
}

interface State {
  socket: FrameSocket | null;
  isOpen: boolean;
  /** Looks since a ping went out that has no answer yet; null: none is out. */
  unanswered: number | null;
  isSilent: boolean;
  /** This node or the other one has said that nothing more is handed on. */
  isClosing: boolean;
  /** Monotonic ms: neither a connection nor a request before. */
  restsUntil: number;
}

export function openLink(address: Address, incarnation: number, key: Buffer): Link {
  const requests = createUnderWay(pingEveryMs);
  const state: State = { ...unconnected, isClosing: false, restsUntil: 0 };
  const watch = createWatch(state, requests);
  const connect = (): void => {
    state.socket = connectToPeer(address, incarnation, key, {
      onOpen: () => void (state.isOpen = true),
      onFrame: (frame) => takeFrame(frame, state, requests),
      onClose() {
        Object.assign(state, unconnected, { restsUntil: environment.monotonic() + reconnectMs });
        watch.stop();
        requests.giveUpAll();
      },
    });
  };
  return {
    isUsable() {
      if (state.isClosing || environment.monotonic() < state.restsUntil) return false;
      if (state.socket === null) connect();
      return state.isOpen && !state.isSilent && requests.count < underWayMax;
    },
    send(head, body, answerMaxMs) {
      const { number, answered } = requests.add(answerMaxMs);
      state.socket!.send(frameTypes.request, number, head, body);
      watch.start();
      return answered;
    },
    close() {
      state.isClosing = true;
      state.socket?.end();
    },
  };
}

const unconnected = { socket: null, isOpen: false, unanswered: null, isSilent: false } as const;

function takeFrame({ type, number, head }: Frame, state: State, requests: UnderWay): void {
  switch (type) {
    case frameTypes.answer: {
      const left = () => state.socket?.send(frameTypes.left, number);
      // Too late: nobody here waits for it any more, and there nothing is to wait for us.
      if (!requests.settle(number, { type: 'answer', text: head, left })) left();
      return;
    }
    case frameTypes.declined:
      requests.settle(number, { type: 'declined' });
      return;
    case frameTypes.pong:
      state.unanswered = null;
      state.isSilent = false;
      return;
    case frameTypes.closing:
      state.isClosing = true;
      return;
    case frameTypes.request:
    case frameTypes.left:
    case frameTypes.ping:
      // Said by the side that hands on, which is this one.
      return;
  }
}

/** Looks after the other node while something is under way there. */
function createWatch(state: State, requests: UnderWay): { start(): void; stop(): void } {
  let timer: Timer | null = null;
  const stop = (): void => {
    environment.stopTimer(timer);
    timer = null;
  };
  const look = (): void => {
    if (state.unanswered === null) {
      state.unanswered = 0;
      state.socket?.send(frameTypes.ping, 0);
    } else if (++state.unanswered >= silentLooksMax) {
      // The ping stays out, and its answer ends the silence.
      state.isSilent = true;
      requests.giveUpAll();
    }
    if (requests.giveUpLate()) state.restsUntil = environment.monotonic() + restMs;
    if (requests.count === 0) stop();
  };
  return {
    start() {
      if (timer !== null) return;
      timer = environment.startTicker(look, pingEveryMs);
      timer.unref();
    },
    stop,
  };
}
