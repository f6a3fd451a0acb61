// Loses the answer to an order in the sandbox, where its digits say so: the operation goes its way,
// its callback is sent, and the caller's connection is cut. A repeat is answered, and noted.

import { lostAnswerDigits } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import { CommitUnknown, type Initiated } from '../operations/index.ts';
import { noteRepeat } from './store.ts';

/** Longer than a result and its callback need: the callback arrives before any answer. */
const heldMs = 5_000;

export interface LostAnswers {
  /**
   * Called before an order is answered. Throws CommitUnknown where its answer is lost: nobody is
   * told what became of it.
   */
  before(order: {
    accountId: number;
    body: { readonly [member: string]: unknown };
    initiated: Pick<Extract<Initiated, { operation: unknown }>, 'type' | 'operation'>;
    /** The callback need not wait for the answer. */
    left(): void;
  }): Promise<void> | null;
}

export const createLostAnswers = (session: Session): LostAnswers => ({
  before({ accountId, body, initiated, left }) {
    if (!String(body['phone']).endsWith(lostAnswerDigits)) return null;
    const { id } = initiated.operation.terms;
    if (initiated.type !== 'opened') return noteRepeat(session, accountId, id);
    left();
    return environment.sleep(heldMs, { ref: false }).then(() => {
      throw new CommitUnknown(`the sandbox loses the answer to operation ${id}`);
    });
  },
});
