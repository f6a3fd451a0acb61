// Routes by which a developer uploads, discards, submits and retries a payout batch.

import { createHash } from 'node:crypto';
import { discardPayouts, retryPayouts, rowsMax, submitPayouts, uploadPayouts } from './index.ts';
import { readTable } from '../../platform/spreadsheet/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { type PayoutDeps, deciderOf, seen, contextOf, control } from './http-payout-call.ts';

const fileProblem = {
  noColumns: 'no_columns',
  empty: 'empty',
  tooManyLines: 'too_many_rows',
} as const;

export function makingHandlers(deps: PayoutDeps) {
  const { database } = deps;
  return {
    async 'POST payouts/upload'({ query: { name, fileName, service, replaces }, body, ...call }) {
      const { session, membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null) return notFound;
      if (replaces !== undefined && (await seen(deps, Number(replaces), membership)) === null)
        return notFound;
      if (name.trim() === '') return refuseField('name', 'empty');
      const read = await readTable(body, { rowsMax });
      if (!read.ok) return { ok: true, answer: { problem: read.problem, id: null } };
      const uploaded = await uploadPayouts(database, actorOf(session.user, call.visit), context, {
        accountId: membership.accountId,
        madeBy: session.user.id,
        name: name.trim(),
        fileName,
        table: read.table,
        fileHash: createHash('sha256').update(body).digest(),
        codeService: service ?? null,
        replaces: replaces === undefined ? null : Number(replaces),
      });
      if (uploaded.ok) return { ok: true, answer: { problem: null, id: uploaded.id } };
      const { refusal } = uploaded;
      if (refusal === 'notFound' || refusal === 'conflict') return { ok: false, refusal };
      return { ok: true, answer: { problem: fileProblem[refusal], id: null } };
    },
    'POST payouts/discard': ({ body, ...call }) => control(deps, discardPayouts, body.id, call),
    async 'POST payouts/submit'({ body: { id }, ...call }) {
      const { membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null || (await seen(deps, id, membership)) === null) return notFound;
      const of = { batchId: id, accountId: membership.accountId };
      const submitted = await submitPayouts(
        { database, kinds: deps.approvalRequestKinds },
        deciderOf(call),
        context,
        of,
      );
      if (submitted.ok) return { ok: true, answer: { refused: null } };
      const { refusal } = submitted;
      return refusal === 'notFound' || refusal === 'conflict'
        ? { ok: false, refusal }
        : { ok: true, answer: { refused: refusal } };
    },
    ...retryHandlers(deps),
  } satisfies Partial<Handlers>;
}

function retryHandlers(deps: PayoutDeps) {
  const { database } = deps;
  return {
    async 'POST payouts/retry'({ body: { id }, ...call }) {
      const { membership } = call.caller;
      const context = await contextOf(deps, membership);
      if (context === null || (await seen(deps, id, membership)) === null) return notFound;
      const of = { batchId: id, accountId: membership.accountId };
      const retried = await retryPayouts(
        { database, kinds: deps.approvalRequestKinds },
        deciderOf(call),
        context,
        of,
      );
      if (retried.ok)
        return {
          ok: true,
          answer: {
            lines: retried.lines,
            approval: retried.approval,
            nothing: false,
            duplicates: false,
          },
        };
      const { refusal } = retried;
      if (refusal === 'notFound' || refusal === 'conflict') return { ok: false, refusal };
      return {
        ok: true,
        answer: {
          lines: 0,
          approval: false,
          nothing: refusal === 'nothing',
          duplicates: refusal === 'duplicates',
        },
      };
    },
  } satisfies Partial<Handlers>;
}
