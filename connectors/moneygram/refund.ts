// Gives a remittance back that was sent and not collected: MoneyGram is asked whether it may be,
// then the refund is described, then committed.

import { failed, notSent, succeeded, unclearCause, unknown } from '@jokko/connectors/kit';
import type {
  Context,
  HttpResult,
  Intent,
  Outcome,
  Prepared,
  QueryOutcome,
  Refs,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import { settingsOf } from './config.ts';
import type { MoneygramConfig } from './config.ts';
import { notRefundable } from './outcome-table.ts';
import { queryAttempt } from './query.ts';
import { readAnswer } from './read-answer.ts';
import type { Answer } from './read-answer.ts';
import type { Attempt } from './read-transaction.ts';

export async function executeRefund(
  context: Context<MoneygramConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const attempt = attemptOf(context, intent, prepared.refs);
  const before = await queryAttempt(attempt);
  if (before.kind === 'reversed')
    return how === 'replay' ? given(attempt) : refuse(attempt, 'refunded before');
  if (before.kind === 'pending' || before.kind === 'failed' || before.kind === 'absent')
    return refuse(attempt, before.kind);
  if (before.kind !== 'succeeded') return notYet(attempt, 'the remittance could not be read');
  const unready = await describe(attempt, prepared);
  if (unready !== null) return unready;
  const path = `${prepared.path}/commit`;
  const result = await call(context, { method: 'PUT', path, body: '{}' });
  if (result.kind === 'not_sent') return notSent(prepared.refs, result.cause);
  const answer = readAnswer(context, attempt.operation, result);
  if (answer.kind === 'unclear') return unclear(attempt, answer.result);
  const after = await queryAttempt(attempt);
  if (after.kind === 'reversed') return given(attempt);
  return answer.kind === 'refused' && after.kind === 'succeeded'
    ? failed(prepared.refs, { ...answer.error, ...notRefundable })
    : unclear(attempt, result);
}

/** Null: it may be committed. Nothing has moved. */
async function describe(attempt: Attempt, prepared: Prepared): Promise<Outcome | null> {
  const { context, operation } = attempt;
  const id = encodeURIComponent(prepared.refs['original'] ?? '');
  const asked = { method: 'GET', path: `/refund/v1/transactions?transactionId=${id}` } as const;
  const eligible = readAnswer(context, operation, await call(context, asked));
  if (eligible.kind === 'object' && eligible.object['refundEligible'] === false)
    return refuse(attempt, 'not eligible');
  if (eligible.kind !== 'object') return notDescribed(attempt, eligible);
  const { method, path, body } = prepared;
  const described = readAnswer(context, operation, await call(context, { method, path, body }));
  return described.kind === 'object' && described.object['readyForCommit'] === true
    ? null
    : notDescribed(attempt, described);
}

function notDescribed(attempt: Attempt, answer: Answer): Outcome {
  return answer.kind === 'refused'
    ? failed(attempt.refs, { ...answer.error, ...notRefundable })
    : notYet(attempt, 'the refund could not be described');
}

/** Whether the remittance is refunded. */
export async function queryRefund(
  context: Context<MoneygramConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const attempt = attemptOf(context, intent, refs);
  const found = await queryAttempt(attempt);
  if (found.kind === 'reversed') {
    const { ours: _, ...claims } = found.claims ?? {};
    return { ...given(attempt), claims };
  }
  return found.kind === 'succeeded'
    ? { kind: 'absent', refs }
    : unclear(attempt, { kind: 'lost', cause: 'connection' });
}

/** The original is looked up under its own id; its refund has none. */
function attemptOf(context: Context<MoneygramConfig>, intent: Intent, refs: Refs): Attempt {
  const session = refs['original'] ?? '';
  return { context, intent, operation: 'remit_send', refs: { ...refs, session } };
}

function given({ refs }: Attempt): Outcome & { kind: 'succeeded' } {
  return succeeded({ ...refs, ...(refs['original'] && { theirs: refs['original'] }) });
}

function refuse({ refs }: Attempt, why: string): Outcome {
  return failed(refs, { ...notRefundable, provider: why });
}

const notYet = ({ refs }: Attempt, why: string): Outcome => notSent(refs, why);

function unclear({ refs, context }: Attempt, result: HttpResult) {
  return unknown(refs, unclearCause(result), settingsOf(context.config).resolution);
}
