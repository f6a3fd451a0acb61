// What does the message centre do with a message that it took? It writes it down, and later tells what became of it, as the digits say.
// SMPP and HTTP are two doors to it; what goes out leaves through the outlet of the message's protocol.

import { countLine, createCounts } from './counts.ts';
import { createBehaviours } from './behaviour.ts';
import { acceptedLine, acknowledgedLine, inboundLine, notAcceptedLine, receiptLine } from './journal.ts';
import { planReports } from './plan.ts';
import { createRates } from './rate.ts';
import { createPending } from './restart.ts';
import type { Clock } from '../core/clock.ts';
import type { Behaviours } from './behaviour.ts';
import type { Counts } from './counts.ts';
import type { Line } from './journal.ts';
import type { Content, Delivery, Inbound, Message, Outlet, Protocol, Report, State } from './message.ts';
import type { Turn } from './turn.ts';

export interface Centre {
  readonly behaviours: Behaviours;
  readonly counts: Counts;
  readonly turn: Turn;
  readonly clock: Clock;
  newSeq(): number;
  /** Counts submissions of an account; true when there are more in this second than `throttleAbove` allows. */
  overRate(account: string, submissions: number): boolean;
  /** Writes a taken message down; `answered`: whether its sender is told. */
  accept(message: Message, content: Content, answered: boolean): void;
  notAccept(...what: Parameters<typeof notAcceptedLine>): void;
  /** Sees to it that the results of an accepted message are told when they are due. */
  plan(message: Message): void;
  /** Tells a result now, whatever the digits say. */
  report(message: Message, state: State, more?: { error?: string; garbled?: boolean; acknowledged?: () => void }): void;
  /** Brings a message from a phone to `account`; an outlet writes down what it sends. */
  bringIn(protocol: Protocol, account: string, inbound: Inbound): void;
  /** An outlet is sending this report. */
  noteSent(report: Report): void;
  /** An outlet's delivery was acknowledged, or refused for good (`status` not 0). */
  noteAcknowledged(delivery: Delivery, status: number): void;
  outlets: { [protocol in Protocol]: Outlet };
  /** Takes over a line read at the start. */
  load(line: Line): void;
  /** After the last line: goes on with what is pending. */
  resume(): void;
}

/** Where ids begin: long enough that decimal and hexadecimal spellings cannot be mistaken for each other. */
const firstSeq = 0x0b5e_0001;
const noOutlet: Outlet = { deliver: () => {} };

export function createCentre(deps: { clock: Clock; turn: Turn; delayMs: number }): Centre {
  const { clock, turn } = deps;
  const counts = createCounts();
  const behaviours = createBehaviours();
  const pending = createPending();
  const rates = createRates();
  let lastSeq = firstSeq - 1;

  function delayOf(account: string): number {
    const { receiptDelayMs } = behaviours.of(account);
    return receiptDelayMs < 0 ? deps.delayMs : receiptDelayMs;
  }
  const centre: Centre = {
    behaviours,
    counts,
    turn,
    clock,
    newSeq: () => (lastSeq += 1),
    overRate(account, submissions) {
      const { throttleAbove } = behaviours.of(account);
      return throttleAbove > 0 && rates.over(account, throttleAbove, submissions);
    },
    accept(message, content, answered) {
      counts.accepted += 1;
      turn.record(acceptedLine(message, content, answered));
    },
    notAccept(event, what) {
      countLine(counts, { event, status: what.status });
      turn.record(notAcceptedLine(event, what));
    },
    plan: (message) => planReports(centre, message, delayOf(message.account)),
    report(message, state, more = {}) {
      if (message.wants === 'nothing' || (message.wants === 'failures' && state === 'DELIVRD')) return more.acknowledged?.();
      const { error = '000', garbled = false, acknowledged = null } = more;
      centre.outlets[message.protocol].deliver(message.account, { kind: 'report', message, state, error, garbled, acknowledged });
    },
    bringIn(protocol, account, inbound) {
      counts.inbound += 1;
      turn.record(inboundLine(protocol, account, inbound, clock.nowMs()));
      centre.outlets[protocol].deliver(account, inbound);
    },
    noteSent(report) {
      countLine(counts, { event: report.garbled ? 'garbled' : 'receipt', state: report.state });
      turn.record(receiptLine(report.message, clock.nowMs(), report.state, report.error, report.garbled));
    },
    noteAcknowledged: (delivery, status) => noteAcknowledged(centre, delivery, status),
    outlets: { smpp: noOutlet, http: noOutlet },
    load(line) {
      countLine(counts, line);
      if (line.seq !== undefined) lastSeq = Math.max(lastSeq, line.seq);
      pending.load(line);
    },
    resume: () => pending.resume(centre),
  };
  return centre;
}

function noteAcknowledged({ counts, turn, clock }: Centre, delivery: Delivery, status: number): void {
  if (delivery.kind === 'report') {
    delivery.acknowledged?.();
    if (delivery.garbled) return;
  }
  counts.acknowledged += 1;
  const [seq, id] = delivery.kind === 'report' ? [delivery.message.seq, delivery.message.id] : [delivery.seq, null];
  turn.record(acknowledgedLine(seq, id, clock.nowMs(), status));
}
