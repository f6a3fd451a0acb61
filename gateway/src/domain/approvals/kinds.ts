// What can be wished for? A registry: each kind says how its parameters are checked and which domain function carries an approved wish out.

import type { Session } from '../../db/database.ts';

/** A wish as those see it who carry it out. */
export interface ApprovedWish {
  id: number;
  accountId: number | null;
  parameters: unknown;
  reason: string;
  askedBy: number;
  decidedBy: number;
}

/** One that was decided on before. */
export interface DecidedWish extends ApprovedWish {
  decidedAt: Date;
}

/** `done: false`: it could not be done any more, and `result` says why. */
export interface Outcome {
  done: boolean;
  result: object;
}

export type WishKind = {
  /** Whose persons ask and decide; absent: the operator's. `account`: those of the account that the wish is about. */
  side?: 'account';
  /** Null when the parameters will do, else what is wrong with them. */
  check(parameters: unknown): string | null;
  /** In the transaction in which it is refused or withdrawn. */
  ended?(session: Session, wish: { id: number; parameters: unknown }, how: 'refused' | 'withdrawn'): Promise<void>;
} & (
  | {
      /** In the very transaction that closes the wish: happens exactly once. */
      within(session: Session, wish: ApprovedWish): Promise<Outcome>;
    }
  | {
      /**
       * Outside any transaction, for what has commits of its own. A node that dies in between is followed by another try, so the function must
       * know by `wish/<id>`, or by what happened since the decision, what it has done already.
       */
      after(wish: DecidedWish): Promise<Outcome>;
    }
);

/** By name, as stored with each wish. */
export interface WishKinds {
  readonly [kind: string]: WishKind;
}
