// The SMSC as its parts see it.

import type { notAcceptedLine } from './journal.ts';
import type { Clock } from '../core/clock.ts';
import type { Behaviours } from './behaviour.ts';
import type { Counts } from './counts.ts';
import type { Line } from './journal.ts';
import type {
  Content,
  Delivery,
  Inbound,
  Message,
  Outlet,
  Planned,
  Protocol,
  Report,
  State,
} from './message.ts';
import type { Turn } from './turn.ts';

export interface Smsc {
  readonly behaviours: Behaviours;
  readonly counts: Counts;
  readonly turn: Turn;
  readonly clock: Clock;
  newSeq(): number;
  /**
   * Counts submissions of an account; true when there are more in this second than `throttleAbove`
   * allows.
   */
  overRate(account: string, submissions: number): boolean;
  /** Digits 455: true twice of each number, which is not taken then. */
  failsNow(protocol: Protocol, to: string): boolean;
  /** Writes a taken message down; `answered`: whether its sender is told. */
  accept(message: Message, content: Content, answered: boolean): void;
  notAccept(...what: Parameters<typeof notAcceptedLine>): void;
  /** Sees to it that the results of an accepted message are told when they are due. */
  plan(message: Message): void;
  /** What had become of it by now when it is asked about, however much of that was told. */
  stateOf(message: Message): Planned | null;
  /** Tells a result now, whatever the digits say. */
  report(
    message: Message,
    state: State,
    more?: { error?: string; garbled?: boolean; acknowledged?: () => void },
  ): void;
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
