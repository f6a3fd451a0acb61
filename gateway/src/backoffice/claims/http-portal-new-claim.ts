// Route by which a developer opens a claim about a transaction of the account.

import { readTransactionId } from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { changeWithAudit } from '../../platform/audit/index.ts';
import { openClaim } from './index.ts';
import {
  createStatusReader,
  findOperations,
  type Operation,
  type StatusReader,
} from '../../payments/operations/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { refuseField } from '../../platform/http/portal/refused.ts';

export function newClaimHandlers({ database }: { database: Database }, catalogue: () => Catalogue) {
  const statuses = createStatusReader(database);
  return {
    async 'POST claims'({
      body: { transaction, subject, message },
      caller: { session, membership },
      visit,
    }) {
      if (subject.trim() === '') return refuseField('subject', 'empty');
      if (message.trim() === '') return refuseField('message', 'empty');
      const { accountId } = membership;
      const operation = await operationOf(database, statuses, accountId, transaction);
      const seen =
        operation !== null &&
        servicesSeenBy(membership, catalogue())?.includes(operation.terms.codeService) !== false;
      if (!seen) return refuseField('transaction', 'notAllowed');
      const operationId = BigInt(operation.terms.id);
      const claim = {
        accountId,
        operationId,
        subject: subject.trim(),
        message: message.trim(),
        callbackUrl: null,
      };
      const entry = {
        who: actorOf(session.user, visit),
        action: 'claim.open' as const,
        accountId,
      };
      const opened = await changeWithAudit(database, async (session) => {
        const result = await openClaim({ database: session }, claim);
        return {
          result,
          entry: result.ok
            ? { ...entry, subject: `claim/${result.claim.reference}` as const }
            : null,
        };
      });
      return {
        ok: true,
        answer: {
          reference: (opened.ok ? opened.claim : opened.open).reference,
          opened: opened.ok,
        },
      };
    },
  } satisfies Partial<Handlers>;
}

/** The account's transaction that is meant by our id or the caller's own. */
async function operationOf(
  session: Session,
  statuses: StatusReader,
  accountId: number,
  text: string,
): Promise<Operation | null> {
  const id = readTransactionId(text);
  const [byId] = id === null ? [] : await findOperations(session, [{ accountId, id }]);
  if (byId !== undefined) return byId;
  const other = await statuses.find(accountId, text.trim());
  const [operation] =
    other === null ? [] : await findOperations(session, [{ accountId, id: String(other.id) }]);
  return operation ?? null;
}
