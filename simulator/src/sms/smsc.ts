// SMSC: handles an accepted message. Writes it down, and later reports its outcome, according to
// the digits. SMPP and HTTP are two interfaces to it; outgoing messages leave through the outlet
// of the message's protocol.

import { countLine, createCounts } from './counts.ts';
import { createBehaviours, isNth } from './behaviour.ts';
import {
  acceptedLine,
  acknowledgedLine,
  inboundLine,
  notAcceptedLine,
  receiptLine,
} from './journal.ts';
import { ruleFor } from './digits.ts';
import { planReports, reportsOf } from './plan.ts';
import { createRates } from './rate.ts';
import { createPending } from './restart.ts';
import type { Clock } from '../core/clock.ts';
import type { Behaviour } from './behaviour.ts';
import type { Delivery, Message, Outlet, Planned } from './message.ts';
import type { Turn } from './turn.ts';
import type { Smsc } from './smsc-type.ts';

/**
 * Where ids begin: long enough that decimal and hexadecimal spellings cannot be mistaken for each
 * other.
 */
const firstSeq = 0x0b5e_0001;
const noOutlet: Outlet = { deliver: () => {} };

export function createSmsc(deps: { clock: Clock; turn: Turn; delayMs: number }): Smsc {
  const { clock, turn } = deps;
  const counts = createCounts();
  const behaviours = createBehaviours();
  const pending = createPending();
  const rates = createRates();
  let lastSeq = firstSeq - 1;

  const delayOf = ({ account }: Message): number => delayMsOf(behaviours.of(account), deps.delayMs);
  const smsc: Smsc = {
    behaviours,
    counts,
    turn,
    clock,
    newSeq: () => (lastSeq += 1),
    overRate(account, submissions) {
      const { throttleAbove } = behaviours.of(account);
      return throttleAbove > 0 && rates.over(account, throttleAbove, submissions);
    },
    failsNow: createFailures(),
    accept(message, content, answered) {
      counts.accepted += 1;
      turn.record(acceptedLine(message, content, answered));
    },
    notAccept(event, what) {
      countLine(counts, { event, status: what.status });
      turn.record(notAcceptedLine(event, what));
    },
    plan: (message) => planReports(smsc, message, delayOf(message)),
    stateOf: (message) =>
      lastEnd(reportsOf(message, delayOf(message)), clock.nowMs() - message.atMs),
    report: (message, state, more) => report(smsc, message, state, more),
    bringIn(protocol, account, inbound) {
      counts.inbound += 1;
      turn.record(inboundLine(protocol, account, inbound, clock.nowMs()));
      smsc.outlets[protocol].deliver(account, inbound);
    },
    noteSent(report) {
      countLine(counts, { event: report.garbled ? 'garbled' : 'receipt', state: report.state });
      turn.record(
        receiptLine(report.message, clock.nowMs(), report.state, report.error, report.garbled),
      );
    },
    noteAcknowledged: (delivery, status) => noteAcknowledged(smsc, delivery, status),
    outlets: {
      smpp: noOutlet,
      twilio: noOutlet,
      infobip: noOutlet,
      'africas-talking': noOutlet,
      'orange-sms': noOutlet,
    },
    load(line) {
      countLine(counts, line);
      if (line.seq !== undefined) lastSeq = Math.max(lastSeq, line.seq);
      pending.load(line);
    },
    resume: () => pending.resume(smsc),
  };
  return smsc;
}

/** The delay of its usual result. */
const delayMsOf = ({ receiptDelayMs }: Behaviour, usualMs: number): number =>
  receiptDelayMs < 0 ? usualMs : receiptDelayMs;

/** What was due by then. A progress that is told late is no step back. */
const lastEnd = (told: readonly Planned[], agoMs: number): Planned | null =>
  told.findLast(
    ({ afterMs, state, garbled }) => afterMs <= agoMs && state !== 'ENROUTE' && garbled !== true,
  ) ?? null;

/** Digits 455. */
const failures = 2;

function createFailures(): Smsc['failsNow'] {
  const failed = new Map<string, number>();
  return (protocol, to) => {
    if (ruleFor(protocol, to).kind !== 'failsTwice') return false;
    const count = (failed.get(to) ?? 0) + 1;
    if (count > failures) failed.delete(to);
    else failed.set(to, count);
    return count <= failures;
  };
}

function report(
  { outlets, behaviours }: Smsc,
  ...[message, state, more = {}]: Parameters<Smsc['report']>
): void {
  if (message.wants === 'nothing' || (message.wants === 'failures' && state === 'DELIVRD'))
    return more.acknowledged?.();
  const { error = '000', garbled = false, acknowledged = null } = more;
  const told = { kind: 'report', message, state, error, garbled } as const;
  const outlet = outlets[message.protocol];
  outlet.deliver(message.account, { ...told, acknowledged });
  if (isNth(message, behaviours.of(message.account).repeatEvery))
    outlet.deliver(message.account, { ...told, acknowledged: null });
}

function noteAcknowledged({ counts, turn, clock }: Smsc, delivery: Delivery, status: number): void {
  if (delivery.kind === 'report') {
    delivery.acknowledged?.();
    if (delivery.garbled) return;
  }
  counts.acknowledged += 1;
  const [seq, id] =
    delivery.kind === 'report' ? [delivery.message.seq, delivery.message.id] : [delivery.seq, null];
  turn.record(acknowledgedLine(seq, id, clock.nowMs(), status));
}
