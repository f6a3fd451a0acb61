// Payments: created and confirmed in one call, read, searched and cancelled.

import { randomUUID } from 'node:crypto';
import { tellOfPayment } from './events.ts';
import { cardError, invalidRequest, otherParameters } from './errors.ts';
import { unitsOf } from './money.ts';
import { orderOf, readPaymentBody } from './payment-body.ts';
import { presentDraft, presentPayment, seqOf } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { Draft, FromRequest, StripeDeps } from './deps.ts';
import type { Answer, Outcome } from './keys.ts';
import type { PaymentBody } from './payment-body.ts';

const expansions = (form: URLSearchParams): string[] =>
  [...form].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, value]) => value);

export async function createPayment(
  deps: StripeDeps,
  form: URLSearchParams,
  request: FromRequest,
): Promise<Outcome> {
  const body = readPaymentBody(form);
  if ('type' in body)
    return { status: body.type === 'card_error' ? 402 : 400, body: { error: body } };
  const reference = request.idempotency_key ?? randomUUID();
  if (body.card === null) return createDraft(deps, body, reference);
  const { order, refusal } = orderOf({ ...body, card: body.card }, reference, form);
  const submission = await deps.engine.submit(order, { refusal, claimTaken: 0 });
  switch (submission.kind) {
    case 'hold':
      return null;
    case 'conflict':
      return otherParameters;
    case 'done': {
      const { operation, fresh } = submission;
      if (fresh && order.atOnce === true) tellOfPayment(deps, operation, request);
      const payment = presentPayment(deps, operation, expansions(form));
      if (operation.status !== 'failed') return { status: 200, body: payment };
      return { status: 402, body: { error: { ...cardError(operation), payment_intent: payment } } };
    }
  }
}

/** A payment without a card stays outside the book, since nothing can become of it here. */
function createDraft(deps: StripeDeps, body: PaymentBody, reference: string): Answer {
  if (deps.store.byReference.has(reference)) return otherParameters;
  const draft: Draft = {
    id: `pi_draft${String(deps.drafts.size).padStart(19, '0')}`,
    amount: unitsOf(body.amount, body.currency),
    currency: body.currency,
    reference: body.reference,
    canceled: false,
    createdAtMs: deps.nowMs(),
  };
  deps.drafts.set(draft.id, draft);
  return { status: 200, body: presentDraft(draft) };
}

export async function readPayment(
  deps: StripeDeps,
  id: string,
  query: URLSearchParams,
): Promise<Answer> {
  const draft = deps.drafts.get(id);
  if (draft !== undefined) return { status: 200, body: presentDraft(draft) };
  const operation = await findPayment(deps, id);
  if (operation === null) return noSuch(id);
  return { status: 200, body: presentPayment(deps, operation, expansions(query)) };
}

/** Only by metadata: `metadata['ref']:'value'`. */
export async function searchPayments(deps: StripeDeps, query: URLSearchParams): Promise<Answer> {
  const words = /^metadata\[['"]ref['"]\]:['"]([^'"]+)['"]$/.exec(query.get('query') ?? '');
  if (words === null)
    return {
      status: 400,
      body: { error: invalidRequest('We were unable to parse your query.', 'query') },
    };
  const reference = words[1] ?? '';
  const found = await deps.engine.find(reference);
  const expand = expansions(query);
  const data: unknown[] = [...deps.drafts.values()]
    .filter((draft) => draft.reference === reference)
    .map(presentDraft);
  if (found?.protocol === 'stripe' && found.organisationReference === reference)
    data.push(presentPayment(deps, found, expand));
  return {
    status: 200,
    body: {
      object: 'search_result',
      url: '/v1/payment_intents/search',
      has_more: false,
      next_page: null,
      data,
    },
  };
}

export async function cancelPayment(
  deps: StripeDeps,
  id: string,
  form: URLSearchParams,
  request: FromRequest,
): Promise<Answer> {
  const draft = deps.drafts.get(id);
  if (draft !== undefined) {
    draft.canceled = true;
    return { status: 200, body: presentDraft(draft) };
  }
  const operation = await findPayment(deps, id);
  if (operation === null) return noSuch(id);
  const wasPending = operation.status === 'pending';
  const reason = form.get('cancellation_reason');
  if (wasPending) {
    if (reason !== null) deps.cancellations.set(operation.seq, reason);
    await deps.engine.cancel(operation);
  }
  const payment = presentPayment(deps, operation, expansions(form));
  if (wasPending && operation.status === 'canceled') {
    tellOfPayment(deps, operation, request);
    return { status: 200, body: payment };
  }
  const error = invalidRequest(
    `You cannot cancel this PaymentIntent because it has a status of ${String(payment['status'])}.`,
    undefined,
    'payment_intent_unexpected_state',
  );
  return { status: 400, body: { error: { ...error, payment_intent: payment } } };
}

/** Null when the id names no payment. */
export async function findPayment(deps: StripeDeps, id: string): Promise<Operation | null> {
  const operation = id.startsWith('pi_') ? await deps.engine.findBySeq(seqOf(id)) : undefined;
  return operation?.protocol === 'stripe' && operation.kind === 'card' ? operation : null;
}

export function noSuch(id: string): Answer {
  return {
    status: 404,
    body: { error: invalidRequest(`No such object: '${id}'`, 'id', 'resource_missing') },
  };
}
