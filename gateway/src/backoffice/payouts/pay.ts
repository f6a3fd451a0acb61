// Pays a line the same way as a request of the account, under the line's own external id. Whatever
// is interrupted, the next try gets the operation that was opened, and never a second one (rule
// O5).

import { toDecimalString } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Account } from '../../payments/accounts/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import {
  findByExternalIds,
  initiate,
  quoteOperation,
  type InitiateDeps,
  type Initiated,
  type Operation,
} from '../../payments/operations/index.ts';
import { problemsOf, requestOf } from './check-line.ts';
import { leaseLeft, leaseLines, type LeasedLine } from './lease.ts';
import { recordHanded, type Handed } from './record.ts';
import { environment } from '../../platform/environment.ts';

export interface PayDeps {
  database: Database;
  initiate: InitiateDeps;
  catalogue(): Catalogue;
  refreshCatalogue(): Promise<void>;
  directory: { byId(accountId: number): Promise<Account | null>; forget(accountId?: number): void };
  onError(error: unknown): void;
}

const batchesInRound = 8;
const staleTriesMax = 10;
const staleMs = 50;

/** One round: what is due goes out. Answers whether there was more than one round takes. */
export async function payDue(deps: PayDeps): Promise<boolean> {
  await payLines(deps, await leaseLeft(deps.database));
  for (let round = 0; round < batchesInRound; round += 1) {
    const leased = await leaseLines(deps.database);
    if (leased === null) return false;
    await payLines(deps, leased);
  }
  return true;
}

async function payLines(deps: PayDeps, lines: readonly LeasedLine[]): Promise<void> {
  const handed = await Promise.all(
    lines.map(async (line): Promise<Handed> => {
      try {
        return await handOver(deps, line);
      } catch (error) {
        // Nobody knows whether it was stored, or the database is away: the hold ends, and the same
        // id is tried again.
        deps.onError(error);
        return { type: 'unknown' };
      }
    }),
  );
  for (const batchId of new Set(lines.map((line) => line.batchId)))
    await recordHanded(
      deps.database,
      batchId,
      lines.flatMap((line, index) =>
        line.batchId === batchId ? [{ line, handed: handed[index]! }] : [],
      ),
    );
}

async function handOver(deps: PayDeps, line: LeasedLine): Promise<Handed> {
  const { accountId, externalId, number } = line;
  const body = requestOf({
    phone: line.phone!,
    amount: toDecimalString(line.amount!),
    codeService: line.codeService!,
    externalId,
    number,
    payout: line.batchId,
    data: line.data,
    callbackUrl: line.callbackUrl,
  });
  const begun =
    line.begunBefore &&
    (await findByExternalIds(deps.database, [{ accountId, externalId }])).length > 0;
  for (let tried = 0; tried < staleTriesMax; tried += 1) {
    const account = await deps.directory.byId(accountId);
    if (account === null) return { type: 'unknown' };
    const catalogue = deps.catalogue();
    if (!begun) {
      const quote = quoteOperation(deps.initiate, { body, account, catalogue });
      // A repeat of what was opened would be answered in any case; this was not.
      if (quote.ok && quote.terms.commission > line.approvedFee!)
        return { type: 'failed', failure: { column: 'line', problem: 'feeGrew' } };
      if (!quote.ok) return { type: 'failed', failure: problemsOf(quote)[0]! };
    }
    const initiated = await initiate(deps.initiate, { body, account, catalogue, apiKey: '' });
    if (initiated.type !== 'stale') return handedBy(deps, line, initiated);
    deps.directory.forget(accountId);
    await deps.refreshCatalogue();
    await environment.sleep(staleMs);
  }
  return { type: 'unknown' };
}

/**
 * Whether the operation is this line's: a call of the account may have taken its id for the same
 * payment.
 */
const isOf = ({ batchId, number }: LeasedLine, { terms: { clientData } }: Operation): boolean =>
  clientData?.['payout'] === batchId && clientData['line'] === number;

function handedBy(
  { initiate: { answers } }: PayDeps,
  line: LeasedLine,
  initiated: Exclude<Initiated, { type: 'stale' }>,
): Handed {
  switch (initiated.type) {
    case 'opened':
      // No caller waits for a response: the callback may be sent.
      answers.leave(initiated.operation.terms.id);
      return { type: 'operation', operation: initiated.operation };
    case 'replayed':
      if (isOf(line, initiated.operation))
        return { type: 'operation', operation: initiated.operation };
      return { type: 'failed', failure: { column: 'externalId', problem: 'idUsed' } };
    case 'conflict':
      return { type: 'failed', failure: { column: 'externalId', problem: 'idUsed' } };
    case 'invalid':
    case 'unknownService':
    case 'notActivated':
    case 'suspended':
      return { type: 'failed', failure: problemsOf(initiated)[0]! };
    case 'routeDown':
      return { type: 'failed', failure: { column: 'service', problem: 'routeDown' } };
    case 'closed':
      // The line's hold ends, and it is tried again.
      return { type: 'unknown' };
    case 'notListed':
    case 'otherAmount':
    case 'otherAmountThanRecord':
    case 'paid':
      throw new Error(`a payout was answered as a bill: ${initiated.type}`);
  }
}
