// Routes of the file that proves what happened to a transaction, as PDF or JSON. Who takes one of
// another's account is written down.

import { toDecimalString } from '@jokko/contract';
import type { RouteQuery } from '@jokko/contract/portal';
import { noteAudit } from '../../platform/audit/index.ts';
import { readNow } from '../../platform/db/now.ts';
import { maskedUrl } from '../../platform/masked-address.ts';
import { actorOf, type SignedInUser } from '../../platform/http/portal/caller.ts';
import type { FileAnswer, Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import type { Evidence } from './evidence-history.ts';
import { evidencePdf } from './evidence-pdf.ts';
import { detailOf } from './http-transaction-detail.ts';
import { findSeen, type ReadingDeps } from './http-transaction-reading.ts';

type Form = RouteQuery<'GET transactions/:id/evidence'>['form'];

export function transactionEvidenceHandlers(deps: ReadingDeps) {
  const { database, catalogue } = deps;
  return {
    async 'GET transactions/:id/evidence'({
      params: { id },
      query: { form },
      caller: { session, membership },
    }) {
      const { accountId } = membership;
      const operation = await findSeen(deps, { accountId, id }, membership);
      if (operation === null) return notFound;
      const { language } = session.user;
      const sees = { language, sees: 'voucher', addressOf: maskedUrl } as const;
      const detail = await detailOf(database, catalogue(), operation, sees);
      const made = { at: await readNow(database), by: session.user };
      return { ok: true, file: fileOf({ accountId, ...detail }, form, made) };
    },
    async 'GET operator/transactions/:account/:id/evidence'({
      params,
      query: { form },
      caller: { session, membership },
      visit,
    }) {
      const accountId = Number(params.account);
      const operation = await findSeen(deps, { accountId, id: params.id }, membership);
      if (operation === null) return notFound;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'transaction.evidence',
        accountId,
        subject: `transaction/${operation.terms.id}`,
      });
      const { language } = session.user;
      const sees = { language, sees: 'its end', addressOf: maskedUrl } as const;
      const detail = await detailOf(database, catalogue(), operation, sees);
      const made = { at: await readNow(database), by: session.user };
      return { ok: true, file: fileOf({ accountId, ...detail }, form, made) };
    },
  } satisfies Partial<Handlers>;
}

function fileOf(
  evidence: Evidence,
  form: Form,
  { at: madeAt, by: user }: { at: Date; by: SignedInUser },
): FileAnswer['file'] {
  const name = `transaction-${evidence.id}.${form}`;
  if (form === 'pdf')
    return { name, type: 'application/pdf', content: evidencePdf(evidence, user, madeAt) };
  const text = JSON.stringify({ madeAt, ...evidence }, (_name, value: unknown) =>
    typeof value === 'bigint' ? toDecimalString(value) : value,
  );
  return { name, type: 'application/json', content: Buffer.from(`${text}\n`) };
}
