// Routes of the sandbox protocol. PROTOCOL.md section 1.

import { hash, timingSafeEqual } from 'node:crypto';
import { reasons, textOfError } from '../core/catalogue.ts';
import { billsOf } from '../core/bills.ts';
import { decidingDigits } from '../core/digits.ts';
import { parseAmount } from '../core/money.ts';
import { refundOrder } from '../core/refund.ts';
import { receivableAmount } from '../core/remittance.ts';
import {
  decodePart,
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import { presentOperation } from './present.ts';
import { costsOf, isKnownCurrency } from '../core/rates.ts';
import { quoteOf } from './remittance-quote.ts';
import { recordOf } from './remittance-record.ts';
import { readSubmit, referencePattern } from './submit-body.ts';
import type { Engine } from '../core/engine.ts';
import type { Checks, Submission } from '../core/submit.ts';
import type { Operation } from '../core/operation.ts';
import type { Store } from '../core/store.ts';
import type { Exchange } from '../http/exchange.ts';
import type { PresentDeps } from './present.ts';
import type { SubmitBody } from './submit-body.ts';

export interface SandboxDeps extends PresentDeps {
  engine: Engine;
  store: Store;
  apiKey: string;
  /** Leaves the caller without an answer. */
  hold: (exchange: Exchange) => void;
}

/** Handles a path below `/sandbox/v1`. */
export async function handleSandbox(
  deps: SandboxDeps,
  exchange: Exchange,
  path: string,
): Promise<void> {
  if (!sameKey(header(exchange, 'x-api-key') ?? '', deps.apiKey))
    return sendError(exchange, 401, 'unauthorized', 'wrong or missing X-Api-Key');
  const { method } = exchange;
  if (path === '/operations' && method === 'POST') return submit(deps, exchange);
  const parts = path.split('/').slice(1).map(decodePart);
  const [area = '', name = '', action] = parts;
  if (area === 'operations' && name !== '') return onOperation(deps, exchange, name, action);
  if (area === 'balance' && method === 'GET')
    return sendJson(exchange, 200, {
      balances: deps.store.totals.balances({ protocol: 'sandbox' }),
    });
  if (area === 'health' && method === 'GET') return sendJson(exchange, 200, { status: 'up' });
  if (area === 'bills' && method === 'POST') return listBills(deps, exchange);
  if (area === 'remittances' && name === 'quote' && method === 'POST') return quote(deps, exchange);
  if (area === 'remittances' && name !== '' && method === 'GET')
    return inquireRemittance(deps, exchange, name);
  return sendError(exchange, 404, 'not_found', 'no such call');
}

export function sendError(
  exchange: Exchange,
  status: number,
  code: string,
  text: string,
  errorId: number | null = null,
  more: object = {},
): void {
  sendJson(exchange, status, { error: { code, errorId, text }, ...more });
}

function refuse(exchange: Exchange, errorId: number): void {
  sendError(exchange, 422, 'refused', textOfError(errorId), errorId);
}

function sameKey(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

async function submit(deps: SandboxDeps, exchange: Exchange): Promise<void> {
  const body = readSubmit(await readJson(exchange));
  if (!body.ok) return sendError(exchange, 400, 'malformed', body.text);
  answer(deps, exchange, await deps.engine.submit(body.order, await businessChecks(deps, body)));
}

/** Reasons of the business itself to refuse an order; digits come first, in the engine. */
async function businessChecks(
  deps: SandboxDeps,
  { order, bill, remittance, quotedTotal }: SubmitBody & { ok: true },
): Promise<Checks> {
  if (quotedTotal !== null) {
    const { amount, currency, remit } = order;
    const costs = costsOf(amount, currency, remit?.['receiveCurrency'] || currency);
    const total = costs === null ? null : costs.amountMinor + costs.feeMinor + costs.taxMinor;
    return {
      refusal: total === parseAmount(quotedTotal) ? 0 : reasons.badAmount,
      claimTaken: 0,
    };
  }
  if (bill !== null) {
    // All bills of the account, the taken ones too: those are refused by their claim.
    const found = billsOf(new Map(), order.service, bill.account, deps.nowMs()).find(
      (candidate) => candidate.billReference === bill.reference,
    );
    const refusal =
      found === undefined
        ? reasons.billUnknown
        : sameAmount(found.amount, order.amount)
          ? 0
          : reasons.badAmount;
    return { refusal, claimTaken: reasons.billTaken };
  }
  if (remittance !== null) {
    if (!/^[0-9]{8}$/.test(remittance)) return { refusal: reasons.badReference, claimTaken: 0 };
    const sender = await deps.engine.find(deps.store.remittances.get(remittance) ?? '');
    const refusal =
      sender === undefined ||
      sameAmount(receivableAmount(deps.engine.firstLine(sender)), order.amount)
        ? 0
        : reasons.badAmount;
    return { refusal, claimTaken: reasons.remittanceTaken };
  }
  return { refusal: 0, claimTaken: 0 };
}

function sameAmount(one: string, other: string): boolean {
  return parseAmount(one) === parseAmount(other);
}

function answer(deps: SandboxDeps, exchange: Exchange, submission: Submission): void {
  switch (submission.kind) {
    case 'hold':
      return deps.hold(exchange);
    case 'conflict':
      return sendError(
        exchange,
        409,
        'reference_conflict',
        'this reference was used with another body',
      );
    case 'done':
      return sendJson(
        exchange,
        submission.operation.status === 'pending' ? 202 : 200,
        presentOperation(deps, submission.operation),
      );
  }
}

async function onOperation(
  deps: SandboxDeps,
  exchange: Exchange,
  reference: string,
  action: string | undefined,
): Promise<void> {
  const operation = await deps.engine.find(reference);
  if (operation?.protocol !== 'sandbox')
    return sendError(exchange, 404, 'not_found', 'this reference was never seen');
  if (action === undefined && exchange.method === 'GET')
    return sendJson(exchange, 200, presentOperation(deps, operation));
  if (action === 'cancel' && exchange.method === 'POST') return cancel(deps, exchange, operation);
  if (action === 'refunds' && exchange.method === 'POST') return refund(deps, exchange, operation);
  return sendError(exchange, 404, 'not_found', 'no such call');
}

async function cancel(deps: SandboxDeps, exchange: Exchange, operation: Operation): Promise<void> {
  await deps.engine.cancel(operation);
  const body = presentOperation(deps, operation);
  if (operation.status === 'canceled') return sendJson(exchange, 200, body);
  return sendError(exchange, 409, 'not_cancelable', `the operation is ${operation.status}`, null, {
    operation: body,
  });
}

async function refund(deps: SandboxDeps, exchange: Exchange, original: Operation): Promise<void> {
  const body = await readJson(exchange);
  const reference = isMembers(body) ? textMember(body, 'reference') : undefined;
  if (!isMembers(body) || reference === undefined || !referencePattern.test(reference)) {
    return sendError(
      exchange,
      400,
      'malformed',
      'reference: the own reference of the refund is needed',
    );
  }
  const callbackUrl = textMember(body, 'callbackUrl') ?? null;
  if (callbackUrl !== null && !isWebAddress(callbackUrl))
    return sendError(exchange, 400, 'malformed', 'callbackUrl: an absolute http(s) URL is needed');
  const known = deps.store.byReference.get(reference);
  const taken = deps.store.refunds.isBegun(original);
  if (known === undefined && (taken || !deps.engine.refundable(original))) {
    return sendError(
      exchange,
      409,
      'not_refundable',
      `the operation is ${original.status}, or its refund is under way`,
    );
  }
  answer(
    deps,
    exchange,
    await deps.engine.submit(refundOrder(original, reference, callbackUrl), {
      refusal: 0,
      claimTaken: 0,
    }),
  );
}

async function listBills(deps: SandboxDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  const service = isMembers(body) ? textMember(body, 'service') : undefined;
  const account = isMembers(body) ? textMember(body, 'accountNumber') : undefined;
  if (service === undefined || account === undefined)
    return sendError(exchange, 400, 'malformed', 'service and accountNumber are needed');
  const digits = decidingDigits([account]);
  if (digits > 7000 && digits < 8000) return refuse(exchange, digits - 7000);
  sendJson(exchange, 200, { bills: billsOf(deps.store.claims, service, account, deps.nowMs()) });
}

async function quote(deps: SandboxDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange);
  if (!isMembers(body)) return sendError(exchange, 400, 'malformed', 'a JSON object is needed');
  const amount = textMember(body, 'amount');
  const sendCurrency = textMember(body, 'currency');
  const { senderDetails, receiverDetails } = body;
  if (
    amount === undefined ||
    sendCurrency === undefined ||
    !isMembers(senderDetails) ||
    !isMembers(receiverDetails)
  ) {
    return sendError(
      exchange,
      400,
      'malformed',
      'amount, currency, senderDetails and receiverDetails are needed',
    );
  }
  const receiveCurrency = textMember(receiverDetails, 'receiveCurrency') ?? sendCurrency;
  const costs = costsOf(amount, sendCurrency, receiveCurrency);
  if (costs === null)
    return refuse(
      exchange,
      isKnownCurrency(sendCurrency) && isKnownCurrency(receiveCurrency) ? reasons.badAmount : 135,
    );
  const seed = JSON.stringify([amount, senderDetails, receiverDetails]);
  sendJson(exchange, 200, {
    quote: quoteOf({ costs, sendCurrency, receiveCurrency, seed, nowMs: deps.nowMs() }),
  });
}

async function inquireRemittance(
  deps: SandboxDeps,
  exchange: Exchange,
  number: string,
): Promise<void> {
  if (!/^[0-9]{8}$/.test(number)) return refuse(exchange, reasons.badReference);
  const { store, engine } = deps;
  const sender = await engine.find(store.remittances.get(number) ?? '');
  const receiver = await engine.find(store.claims.get(`remittance ${number}`) ?? '');
  const received = receiver?.status === 'succeeded';
  sendJson(exchange, 200, {
    record: recordOf({
      number,
      sent: sender === undefined ? null : engine.firstLine(sender),
      received,
      nowMs: deps.nowMs(),
    }),
  });
}
