// Answers requests that other nodes hand on to this one.

import { environment } from '../environment.ts';
import { frameTypes, type Frame } from './frame.ts';
import { servePeers, type FrameSocket } from './socket.ts';

/** What is under way has so long to be answered when the node stops. */
const drainMaxMs = 5_000;
const drainLookMs = 20;

/** A request of another node's client. `left`: when its answer has left there, or never will. */
export interface HandedOn {
  head: string;
  body: Buffer;
  left: Promise<void>;
}

/**
 * Null: not begun, the other node does it itself. Throws where nobody knows what became of it: the
 * other node is left without an answer.
 */
export type AnswerHandedOn = (request: HandedOn) => Promise<string | null>;

export interface PeerServer {
  port: number;
  /** Tells the other nodes, and answers what is under way. */
  close(): Promise<void>;
}

export async function startPeerServer(
  place: { host: string; port: number },
  incarnation: number,
  key: Buffer,
  answer: AnswerHandedOn,
): Promise<PeerServer> {
  const peers = new Set<Peer>();
  const server = servePeers(incarnation, key, (socket) => {
    const peer = openPeer(socket, answer);
    peers.add(peer);
    return { onFrame: peer.onFrame, onClose: () => (peers.delete(peer), peer.onClose()) };
  });
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  // Its own, also where several processes share the port of requests.
  server.once('error', reject).listen({ ...place, exclusive: true }, resolve);
  await listening;
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.close();
      for (const { socket } of peers) socket.send(frameTypes.closing, 0);
      const until = environment.monotonic() + drainMaxMs;
      const isBusy = (): boolean => [...peers].some(({ underWay }) => underWay() > 0);
      while (isBusy() && environment.monotonic() < until) await environment.sleep(drainLookMs);
      for (const { socket } of peers) socket.end();
    },
  };
}

type Peer = ReturnType<typeof openPeer>;

function openPeer(socket: FrameSocket, answer: AnswerHandedOn) {
  let underWay = 0;
  /** What to do when the answer of a number has left; numbers begin anew with each connection. */
  const leaving = new Map<number, () => void>();
  const leave = (number: number): void => {
    leaving.get(number)?.();
    leaving.delete(number);
  };
  const take = async ({ number, head, body }: Frame): Promise<void> => {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    leaving.set(number, resolve);
    underWay++;
    try {
      const text = await answer({ head, body, left });
      if (text === null) socket.send(frameTypes.declined, number);
      else socket.send(frameTypes.answer, number, text);
      if (text === null) leave(number);
    } catch {
      leave(number);
    } finally {
      underWay--;
    }
  };
  return {
    socket,
    underWay: () => underWay,
    onFrame(frame: Frame): void {
      if (frame.type === frameTypes.request) void take(frame);
      else if (frame.type === frameTypes.left) leave(frame.number);
      else if (frame.type === frameTypes.ping) socket.send(frameTypes.pong, 0);
    },
    onClose(): void {
      for (const number of leaving.keys()) leave(number);
    },
  };
}
