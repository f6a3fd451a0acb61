// What edges and the owner, the main thread, say to each other.

import type { Account } from '../../payments/accounts/index.ts';
import {
  AccountBusy,
  CommitUnknown,
  type Initiated,
  type Operation,
  type PreparedOrder,
} from '../../payments/operations/index.ts';
import {
  StillAnswering,
  type GivenAnswer,
  type SignedRequest,
} from '../../payments/replay-protection/index.ts';
import { NoAnswer } from '../../platform/db/database-away.ts';
import type { Kind, Shed } from '../../platform/http/guards/admission.ts';

/** From the owner to an edge: begin and end listening. */
export const serveChannel = 'serve';
export const endChannel = 'end';
/** Without an answer: the node is about to close its port. */
export const leavingChannel = 'leaving';
/** Lists of all own services, the newest last; to every thread, whether it listens or not. */
export const servicesChannel = 'services';

/** From an edge to the owner, with an answer. */
export const askChannels = {
  open: 'open',
  order: 'order',
  ids: 'ids',
  enter: 'enter',
  sign: 'sign',
} as const;

/** From an edge to the owner, without. */
export const tellChannels = {
  /** Transaction ids whose answers have left. */
  left: 'left',
  /** Account ids of requests that were entered and have ended. */
  leave: 'leave',
  /** Ticket and what was answered, or null. */
  signed: 'signed',
  /** Key names and refused calls. */
  refused: 'refused',
  /** What became of calls that were handed on to other nodes. */
  handedOn: 'handed-on',
  /** Endpoints and how long their answers took. */
  answered: 'answered',
} as const;

/** `NoAnswer` stands for every error of the database. */
export const knownErrors = { AccountBusy, CommitUnknown, NoAnswer, StillAnswering };

export interface ServeQuestion {
  /** Of the owner's socket for requests that edges do not answer. */
  socketPath: string;
  /** Of this run of the node. */
  incarnation: number;
}

/** An account's rate, where it has one, was asked before (`enter`); all else is admitted with the order. */
export interface Entering {
  id: number;
  rateLimit: number | null;
  isEntered: boolean;
}

export interface OpenQuestion {
  order: PreparedOrder;
  account: Entering;
}
/** An operation without its terms, which the edge has. */
export type OpenedTold = Omit<Operation, 'terms'>;
/** `whole`: it must be given as an order. */
export type OpenAnswer =
  { opened: OpenedTold } | { initiated: Initiated } | { shed: Shed } | 'whole';

export interface OrderQuestion {
  body: object;
  account: Account;
  apiKey: string;
  isEntered: boolean;
}
export type OrderAnswer = { initiated: Initiated } | { shed: Shed };

export interface EnterQuestion {
  account: { id: number; rateLimit: number | null };
  kind: Kind;
}
export type EnterAnswer = Shed | null;

export type SignQuestion = SignedRequest;
/** `ours`: it is to be answered, and what was answered told under the ticket. */
export type SignAnswer =
  { ours: true; again: boolean; ticket: number } | { ours: false; text: string | null };
export type SignedTold = GivenAnswer | null;
