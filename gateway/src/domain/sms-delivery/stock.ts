// Where does a sender get its messages from? Claims one after the other, in turns over the accounts, with the texts of their batches.

import type { Database } from '../../db/database.ts';
import type { Routing } from '../sms-routing/index.ts';
import type { BatchTexts } from './batch-texts.ts';
import type { IsUp } from './before-sending.ts';
import { claimMessages } from './claim.ts';
import type { ClaimInHand } from './command.ts';
import { startSending, type Sending } from './sending.ts';

/** A claim whose answer took longer may have been given back by a sweep (lost-claims.ts): it is left to it. */
const claimTrustMs = 10_000;

export interface StockDeps {
  database: Database;
  node: number;
  routing(): Routing;
  /** ms since 1970 on the database's clock. */
  now(): number;
  isUp: IsUp;
  texts: BatchTexts;
  /** Claims in this node's memory. */
  claims: Set<bigint>;
}

export interface Stock {
  /** Claims messages of about so many parts; empty when there are none, or another claim may find some. */
  claim(partsMax: number): Promise<Sending[]>;
  /** False once nothing was found, until `expect`. */
  readonly mayHaveMore: boolean;
  /** There may be more again. */
  expect(): void;
}

/** `splits`: whether the link wants long texts in parts. */
export function createStock(link: string, splits: boolean, { database, node, routing, now, isUp, texts, claims }: StockDeps): Stock {
  let mayHaveMore = true;
  let afterAccount = 0;
  return {
    async claim(partsMax) {
      const askedAt = performance.now();
      // What is accepted while we ask is perhaps not in the answer.
      mayHaveMore = false;
      const { messages, nextAccount } = await claimMessages(database, { node, link, afterAccount, partsMax }).catch((error: unknown) => {
        mayHaveMore = true;
        throw error;
      });
      mayHaveMore ||= messages.length > 0 || nextAccount !== 0 || afterAccount !== 0;
      afterAccount = nextAccount;
      if (messages.length === 0 || performance.now() - askedAt > claimTrustMs) return [];
      const claim: ClaimInHand = { id: messages[0]!.claimId, open: messages.length };
      // Not in our memory before: should the texts be unreadable, the sweep gives the messages back.
      await texts.load(database, messages);
      claims.add(claim.id);
      const circumstances = { routing: routing(), nowMs: now(), isUp };
      return messages.map((message) => startSending(message, claim, texts.of(message.batchId), splits, circumstances));
    },
    get mayHaveMore() {
      return mayHaveMore;
    },
    expect() {
      mayHaveMore = true;
    },
  };
}
