// Applies admission control to portal calls. What costs as much as a call of the interface counts
// as one, by the account's own rate.

import type { Admission, Kind } from '../guards/admission.ts';
import type { Refused } from './refused.ts';

export interface AdmittedDeps {
  admission: Pick<Admission, 'enter' | 'leave'>;
  /** The account's own rate of calls; null: the installation's. */
  rateLimitOf(accountId: number): Promise<number | null>;
}

/** Runs `work` if the node takes it on. */
export async function whenAdmitted<Answer>(
  { admission, rateLimitOf }: AdmittedDeps,
  accountId: number,
  kind: Kind,
  work: () => Promise<Answer>,
): Promise<Answer | Refused> {
  const account = { id: accountId, rateLimit: await rateLimitOf(accountId) };
  const shed = admission.enter(account, kind);
  if (shed !== null) {
    const { ofAccount, retryAfterSeconds } = shed;
    return { ok: false, refusal: ofAccount ? 'tooManyTries' : 'notNow', retryAfterSeconds };
  }
  try {
    return await work();
  } finally {
    admission.leave(accountId);
  }
}
