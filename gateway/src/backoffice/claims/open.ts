// Opens a claim, if the account may open one on this operation. At most one is open at a time; the
// unique index decides the race (rule S5).

import type { Session } from '../../platform/db/database.ts';
import type { Claim } from './claim.ts';
import { insertClaim, selectOpenClaim, type NewClaim } from './store.ts';

export interface ClaimDeps {
  database: Session;
}

export type OpenClaimResult = { ok: true; claim: Claim } | { ok: false; open: Claim };

// A try fails without an open claim only when the drawn reference exists (1 in 10^14 for each
// stored claim) or when the open claim was closed between our two statements.
const triesMax = 5;

/**
 * Opens a claim on an operation that the caller has found to belong to the account. When one is
 * open already, nothing is stored and `open` is that one.
 */
export async function openClaim(deps: ClaimDeps, command: NewClaim): Promise<OpenClaimResult> {
  for (let tries = 0; tries < triesMax; tries++) {
    const claim = await insertClaim(deps.database, command);
    if (claim) return { ok: true, claim };
    const open = await selectOpenClaim(deps.database, command.accountId, command.operationId);
    if (open) return { ok: false, open };
  }
  throw new Error(`no free claim reference in ${triesMax} tries`);
}
