// POST checkouts, GET checkouts/{id}, POST expire-checkout: the merchant's side of a checkout.

import {
  amountProblem,
  checkCheckout,
  checkExpireCheckout,
  checkoutEndpoint,
  checkoutsEndpoint,
  codes,
  decimalsOf,
  expireCheckoutEndpoint,
  normalisePhoneAmong,
  parseAmount,
  texts,
  toJsonNumber,
  type CheckoutRequest,
} from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import type { Account } from '../accounts/index.ts';
import { success } from '../api/http-answer.ts';
import type { PaymentsEndpoint } from '../api/http-endpoint.ts';
import {
  implement,
  implementUnchecked,
  type AnswerTo,
  type CheckedCallTo,
} from '../api/http-implement.ts';
import { invalidFields } from '../api/http-refusal.ts';
import type { Service } from '../catalogue/index.ts';
import { externalIdOf } from './checkout.ts';
import {
  amountFaults,
  callbackFaults,
  offeredServices,
  offerRefusal,
  serviceFaults,
  storedServices,
  type OfferDeps,
} from './http-offer.ts';
import { pageUrlOf } from './page-address.ts';
import {
  createCheckout,
  expireCheckout,
  findCheckout,
  repeatedCheckout,
  statusOf,
  type Checkout,
} from './index.ts';

export interface CheckoutsDeps extends OfferDeps {
  database: Database;
  publicUrl: string;
}

export const implementCheckouts = (deps: CheckoutsDeps): PaymentsEndpoint[] => [
  implement(checkoutsEndpoint, checkCheckout, {
    refusalForm: envelopeForm,
    load: 'change',
    handle: (call) => create(deps, call),
  }),
  implementUnchecked(checkoutEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    async handle({ account, params: { id } }) {
      const found = id.includes('\0')
        ? null
        : await findCheckout(deps.database, { accountId: account.id, id });
      return found === null ? unknown(account) : present(deps, account, found);
    },
  }),
  implement(expireCheckoutEndpoint, checkExpireCheckout, {
    refusalForm: envelopeForm,
    load: 'change',
    async handle({ account, access, given: { id } }) {
      const key = { accountId: account.id, id };
      const find = () => findCheckout(deps.database, key);
      const refused = await offerRefusal(deps, account, access, find);
      if (refused !== null) return { refused };
      const ended = await expireCheckout(deps.database, key);
      if (ended === null) return unknown(account);
      const say = texts[account.language];
      if (ended === 'paying') return { refused: refusal(codes.refused, say.checkoutBeingPaid()) };
      if (ended === 'paid') return { refused: refusal(codes.refused, say.checkoutPaid()) };
      return present(deps, account, ended);
    },
  }),
];

type Answer = AnswerTo<typeof checkoutEndpoint>;

const unknown = ({ language }: Account): Answer => ({
  refused: refusal(codes.notFound, texts[language].unknownCheckout()),
});

async function create(
  deps: CheckoutsDeps,
  { account, access, apiKey, given: request }: CheckedCallTo<typeof checkoutsEndpoint>,
): Promise<Answer> {
  const { language } = account;
  const before = await repeatedCheckout(deps.database, account.id, request);
  if (before !== null) return made(deps, account, before, request.id);
  if (account.suspended)
    return { refused: refusal(codes.notActivated, texts[language].accountSuspended()) };
  const services = offeredServices(deps, account, access, request);
  const currency = request.currency ?? services[0]?.currency ?? account.currency;
  const faults = [
    ...serviceFaults(services, request, currency),
    ...callbackFaults(deps, account, request),
  ];
  const phone = phoneOf(services, request);
  if (phone === null) faults.push({ field: 'customer.phone', problem: 'invalidPhone' });
  const problem = amountProblem(request.amount, decimalsOf(currency));
  if (problem !== null) faults.push({ field: 'amount', problem });
  const amount = parseAmount(request.amount, decimalsOf(currency));
  if (amount !== null) faults.push(...amountFaults(services, account, [amount, amount, 'amount']));
  if (faults.length > 0 || amount === null) return { refused: invalidFields(faults, language) };
  const checkout = await createCheckout(deps.database, {
    accountId: account.id,
    request,
    services: storedServices(access, request, services),
    phone: phone ?? '',
    amount,
    currency,
    apiKey,
  });
  return made(deps, account, checkout, request.id);
}

const made = (
  deps: CheckoutsDeps,
  account: Account,
  checkout: Checkout | 'conflict',
  id: string,
): Answer =>
  checkout === 'conflict'
    ? { refused: refusal(codes.conflict, texts[account.language].checkoutConflict({ id })) }
    : present(deps, account, checkout);

/**
 * The customer's number, E.164; empty: none was given. Null: it is none of the services' countries.
 */
function phoneOf(services: readonly Service[], { customer }: CheckoutRequest): string | null {
  const given = customer?.phone ?? '';
  if (given === '') return '';
  return normalisePhoneAmong(
    given,
    services.map(({ country }) => country ?? ''),
  );
}

function present({ publicUrl }: CheckoutsDeps, { language }: Account, checkout: Checkout): Answer {
  const { id, checkoutId, amount, currency, createdAt, expiresAt, attempts } = checkout;
  const data = {
    checkoutId,
    id,
    url: pageUrlOf(publicUrl, checkout),
    status: statusOf(checkout),
    amount: toJsonNumber(amount),
    currency,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    attempts: attempts.map(({ number, codeService, operation }) => ({
      number,
      codeService,
      externalTransactionId: externalIdOf(id, number),
      transactionId: operation?.isOurs === true ? operation.id : null,
    })),
  };
  return success(texts[language].success(), data);
}
