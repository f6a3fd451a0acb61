// One SMPP connection as its parts see it.

import type { Behaviour } from '../sms/behaviour.ts';
import type { Smsc } from '../sms/smsc-type.ts';
import type { Delivery, Message } from '../sms/message.ts';
import type { Deliveries } from './deliveries.ts';
import type { Output } from './output.ts';

export interface Session {
  readonly number: number;
  readonly smsc: Smsc;
  /** Null unless bound. */
  account: Account | null;
  mode: 'transmitter' | 'receiver' | 'transceiver' | null;
  /** The behaviour of its account; before the bind that of nobody. */
  behaviour: Behaviour;
  readonly deliveries: Deliveries;
  /** Submissions whose answers have not left. */
  unanswered: number;
  peakUnanswered: number;
  submissions: number;
  readonly openedAtMs: number;
  /** For PDUs; they leave at the end of the turn. */
  out(): Output;
  /** Answers a submission, after the set delay; nothing when the connection is gone. */
  answer(sequence: number, status: number, id: string): void;
  isGone(): boolean;
  closeAfterTurn(): void;
  /** Sends unbind and closes when it was answered, or after a while. */
  unbind(): void;
  /** Ends the connection at once: what had not left never does. */
  drop(): void;
  /** Called every second. */
  tick(nowMs: number): void;
}

export interface SessionDeps {
  smsc: Smsc;
  accounts: Accounts;
  systemId: string;
  password: string;
  /** The accepted message that was told this id. */
  findMessage(id: string): Promise<Message | undefined>;
}

export interface Account {
  readonly name: string;
  sessions: Session[];
  /** How many deliveries wait for a bind. */
  waiting(): number;
  deliver(delivery: Delivery): void;
  /** Sends what waits, as far as there is room. */
  pump(): void;
}

export interface Accounts {
  of(name: string): Account;
  all(): Account[];
  join(name: string, session: Session): void;
  leave(session: Session): void;
}
