// Which callback may leave next? A lane is (account, scheme, host, port). Each lane has its own small allowance of requests under way, which
// grows with answers and is halved by time-outs, so that a lane whose server hangs holds one or two senders and delays nobody else.

/** Senders of one node. A sender is a request under way, not a thread. */
const sendersMax = 512;
const laneSendersStart = 16;
const laneSendersMax = 64;
/** Idle lanes beyond this are forgotten with what was learnt of them; a client could name a new host with every payment. */
const lanesKept = 10_000;

export interface Lanes<Work> {
  /** Queues work; it is started at once when its lane and the node have room. */
  add(lane: string, work: Work): void;
  /** Work under way. */
  readonly active: number;
}

interface Lane<Work> {
  name: string;
  queue: Work[];
  active: number;
  allowance: number;
  waitingTurn: boolean;
}

/** `run` resolves to whether the lane answered; it must not throw. */
export function createLanes<Work>(run: (work: Work) => Promise<{ answered: boolean }>): Lanes<Work> {
  const lanes = new Map<string, Lane<Work>>();
  /** Lanes that have work and room, in turn: one start each, so that no lane takes all senders. */
  const turns: Lane<Work>[] = [];
  let active = 0;

  const mayStart = (lane: Lane<Work>) => lane.queue.length > 0 && lane.active < lane.allowance;
  const enqueueTurn = (lane: Lane<Work>) => {
    if (lane.waitingTurn || !mayStart(lane)) return;
    lane.waitingTurn = true;
    turns.push(lane);
  };
  const pump = () => {
    while (active < sendersMax && turns.length > 0) {
      const lane = turns.shift()!;
      lane.waitingTurn = false;
      // Its allowance may have shrunk while it waited.
      if (mayStart(lane)) start(lane);
      enqueueTurn(lane);
    }
  };
  const start = (lane: Lane<Work>) => {
    const work = lane.queue.shift();
    if (work === undefined) return;
    lane.active++;
    active++;
    void run(work).then(({ answered }) => {
      lane.active--;
      active--;
      lane.allowance = answered ? Math.min(laneSendersMax, lane.allowance + 1) : Math.max(1, lane.allowance >> 1);
      if (lane.active === 0 && lane.queue.length === 0 && lanes.size > lanesKept) lanes.delete(lane.name);
      enqueueTurn(lane);
      pump();
    });
  };
  return {
    add(name, work) {
      let lane = lanes.get(name);
      if (lane === undefined) {
        lane = { name, queue: [], active: 0, allowance: laneSendersStart, waitingTurn: false };
        lanes.set(name, lane);
      }
      lane.queue.push(work);
      enqueueTurn(lane);
      pump();
    },
    get active() {
      return active;
    },
  };
}
