// Types of a short message in the SMSC, and of what the SMSC reports about it.

/** Simulated carriers that take messages by HTTP. Each is its own protocol and its own account. */
export const carrierNames = ['twilio', 'infobip', 'africas-talking', 'orange-sms'] as const;
export type CarrierName = (typeof carrierNames)[number];
export type Protocol = 'smpp' | CarrierName;

/** States of a message as SMPP 3.4 numbers them (table 5-6). */
export const stateNumbers = {
  ENROUTE: 1,
  DELIVRD: 2,
  EXPIRED: 3,
  DELETED: 4,
  UNDELIV: 5,
  ACCEPTD: 6,
  UNKNOWN: 7,
  REJECTD: 8,
} as const;
export type State = keyof typeof stateNumbers;

/** One accepted submission: a part in SMPP, the whole text in HTTP. */
export interface Message {
  /** Counts up over all protocols and restarts; the id is made of it. */
  seq: number;
  /** As it was told to the sender. */
  id: string;
  protocol: Protocol;
  /** Who submitted it: the system_id of the bind; over HTTP the name of the protocol. */
  account: string;
  from: string;
  /** Type of number of `from`: 5 for a name. */
  fromTon: number;
  /** Digits without plus. */
  to: string;
  atMs: number;
  validUntilMs: number;
  /** Which results the sender wants to hear of. */
  wants: 'nothing' | 'everything' | 'failures';
  /** The sender's own reference, '' when it gave none. */
  reference: string;
  /**
   * What it was submitted under besides: Infobip's bulk, Twilio's messaging service; '' elsewhere.
   */
  group: string;
  /** Where HTTP receipts go; '' for SMPP. */
  webhook: string;
}

/**
 * What was in it. SMPP: octets without the header that joins parts, as hexadecimal; HTTP: the text.
 */
export type Content = { coding: number; header: string; hex: string } | { text: string };

/** The error of a result that is told by a code of no table, digits 8020. */
export const unheardOfError = 'unheard-of';

/** One telling of a result. */
export interface Report {
  kind: 'report';
  message: Message;
  state: State;
  /** Three digits, or `unheardOfError`. */
  error: string;
  /** Told so that nobody can make sense of it. */
  garbled: boolean;
  /** Called once, when it was acknowledged. */
  acknowledged: (() => void) | null;
}

/** What is told of a message, and how long after it was accepted. */
export interface Planned {
  afterMs: number;
  state: State;
  error?: string;
  garbled?: boolean;
}

/** A message from a phone, or one part of it. */
export interface Inbound {
  kind: 'inbound';
  seq: number;
  from: string;
  to: string;
  text: string;
  coding: number;
  /** User data header, empty for a text in one part. */
  header: Buffer;
  octets: Buffer;
}

export type Delivery = Report | Inbound;

/** Brings deliveries to whoever they are for, again and again until they are acknowledged. */
export interface Outlet {
  deliver(account: string, delivery: Delivery): void;
}
