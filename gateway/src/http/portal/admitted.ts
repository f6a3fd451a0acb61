// Does this node take on what a person asks for? What costs as much as a call of the interface counts like one, by the account's own rate.

import type { Directory } from '../../domain/accounts/index.ts';
import type { Refused } from '../../domain/people/index.ts';
import type { Admission, Kind } from '../guards/admission.ts';

export interface AdmittedDeps {
  admission: Pick<Admission, 'enter' | 'leave'>;
  directory: Pick<Directory, 'byId'>;
}

/** Runs `work` if the node takes it on. */
export async function whenAdmitted<Answer>(
  { admission, directory }: AdmittedDeps,
  accountId: number,
  kind: Kind,
  work: () => Promise<Answer>,
): Promise<Answer | Refused> {
  const account = await directory.byId(accountId);
  const shed = admission.enter({ id: accountId, rateLimit: account?.rateLimit ?? null }, kind);
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
