// POST and GET payment-links, GET payment-links/{id}, POST pause-payment-link, resume-payment-link:
// the merchant's side of a payment link.

import {
  amountProblem,
  checkPaymentLink,
  checkPaymentLinkMove,
  codes,
  createPaymentLinkEndpoint,
  decimalsOf,
  listPaymentLinksEndpoint,
  parseAmount,
  paymentLinkEndpoint,
  paymentLinkMoveEndpoints,
  paymentLinksLimit,
  paymentLinkUses,
  texts,
  toJsonNumber,
  type FieldFault,
  type PaymentLinkRequest,
} from '@jokko/contract';
import type { Database, Session } from '../../platform/db/database.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { cutPage } from '../../platform/http/page.ts';
import type { Account, KeyAccess } from '../accounts/index.ts';
import { success } from '../api/http-answer.ts';
import type { Call, PaymentsEndpoint } from '../api/http-endpoint.ts';
import {
  implement,
  implementUnchecked,
  type AnswerTo,
  type CheckedCallTo,
} from '../api/http-implement.ts';
import { invalidFields } from '../api/http-refusal.ts';
import {
  amountFaults,
  callbackFaults,
  offeredServices,
  offerRefusal,
  serviceFaults,
  storedServices,
  type OfferDeps,
} from '../checkouts/http-offer.ts';
import { pageAddressOf } from '../checkouts/index.ts';
import {
  createPaymentLink,
  findLink,
  listLinks,
  repeatedLink,
  statusOf,
  storePaused,
  type PaymentLink,
} from './index.ts';
import type { LinkAmount } from './payment-link.ts';

export interface PaymentLinksDeps extends OfferDeps {
  database: Database;
  publicUrl: string;
}

export const implementPaymentLinks = (deps: PaymentLinksDeps): PaymentsEndpoint[] => [
  implement(createPaymentLinkEndpoint, checkPaymentLink, {
    refusalForm: envelopeForm,
    load: 'change',
    handle: (call) => create(deps, call),
  }),
  implementUnchecked(listPaymentLinksEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: (call) => list(deps, call),
  }),
  implementUnchecked(paymentLinkEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: ({ account, params: { id } }) => answerFound(deps, account, id),
  }),
  ...(['pause', 'resume'] as const).map((move) => implementMove(deps, move)),
];

type Answer = AnswerTo<typeof paymentLinkEndpoint>;

// The id is in the body: the signed string of a request names body and time but no path
// (decisions/0172).
const implementMove = (deps: PaymentLinksDeps, move: 'pause' | 'resume') =>
  implement(paymentLinkMoveEndpoints[move], checkPaymentLinkMove, {
    refusalForm: envelopeForm,
    load: 'change',
    async handle({ account, access, given: { id } }) {
      const key = { accountId: account.id, id };
      const find = () => findLink(deps.database, key);
      const refused = await offerRefusal(deps, account, access, find);
      if (refused !== null) return { refused };
      await storePaused(deps.database, key, move === 'pause');
      return answerFound(deps, account, key.id);
    },
  });

async function answerFound(deps: PaymentLinksDeps, account: Account, id: string): Promise<Answer> {
  const key = { accountId: account.id, id };
  const found = id.includes('\0') ? null : await findLink(deps.database, key);
  return found === null
    ? { refused: refusal(codes.notFound, texts[account.language].unknownPaymentLink()) }
    : done(account, presentLink(deps.publicUrl, found));
}

const done = <Data>({ language }: Account, data: Data) => success(texts[language].success(), data);

/** A parameter that is given twice comes as a list. */
type Query = { readonly [name in 'after' | 'limit']?: string | string[] };

async function list(
  { database, publicUrl }: PaymentLinksDeps,
  { account, reply }: Call,
): Promise<AnswerTo<typeof listPaymentLinksEndpoint>> {
  const { after = null, limit = String(paymentLinksLimit.default) } = reply.request.query as Query;
  const wrong = (field: string) => ({
    refused: invalidFields([{ field, problem: 'notAllowed' }], account.language),
  });
  if (after !== null && !(typeof after === 'string' && /^[\w.:@-]{1,80}$/.test(after)))
    return wrong('after');
  const most = typeof limit === 'string' && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (most < paymentLinksLimit.minimum || most > paymentLinksLimit.maximum) return wrong('limit');
  const found = await listLinks(database, { accountId: account.id, after, limit: most + 1 });
  const { rows, next } = cutPage(found, ({ id }) => id, most);
  return done(account, { links: rows.map((link) => presentLink(publicUrl, link)), next });
}

async function create(
  deps: PaymentLinksDeps,
  { account, access, apiKey, given: request }: CheckedCallTo<typeof createPaymentLinkEndpoint>,
): Promise<Answer> {
  const { language } = account;
  const made = await makeLink(deps, { account, access, apiKey, request });
  switch (made.type) {
    case 'made':
      return done(account, presentLink(deps.publicUrl, made.link));
    case 'conflict':
      return {
        refused: refusal(codes.conflict, texts[language].paymentLinkConflict({ id: request.id })),
      };
    case 'suspended':
      return { refused: refusal(codes.notActivated, texts[language].accountSuspended()) };
    case 'invalid':
      return { refused: invalidFields(made.faults, language) };
  }
}

export type MadeLink =
  | { type: 'made'; link: PaymentLink; isNew: boolean }
  | { type: 'conflict' | 'suspended' }
  | { type: 'invalid'; faults: FieldFault[] };

/** The form of the request is right. The same id with the same body answers the same link. */
export async function makeLink(
  deps: OfferDeps & { database: Session },
  {
    account,
    access,
    apiKey,
    request,
  }: {
    account: Account;
    access: Pick<KeyAccess, 'services'>;
    apiKey: string;
    request: PaymentLinkRequest;
  },
): Promise<MadeLink> {
  const answerOf = (link: PaymentLink | 'conflict', isNew: boolean): MadeLink =>
    link === 'conflict' ? { type: 'conflict' } : { type: 'made', link, isNew };
  const before = await repeatedLink(deps.database, account.id, request);
  if (before !== null) return answerOf(before, false);
  if (account.suspended) return { type: 'suspended' };
  const services = offeredServices(deps, account, access, request);
  const currency = request.currency ?? services[0]?.currency ?? account.currency;
  const read = readAmount(request, decimalsOf(currency));
  const faults = [
    ...serviceFaults(services, request, currency),
    ...callbackFaults(deps, account, request),
    ...(Array.isArray(read) ? read : amountFaults(services, account, spanOf(read))),
  ];
  if (faults.length > 0 || Array.isArray(read)) return { type: 'invalid', faults };
  const { link, isNew } = await createPaymentLink(deps.database, {
    accountId: account.id,
    request,
    amount: read,
    currency,
    services: storedServices(access, request, services),
    apiKey,
  });
  return answerOf(link, isNew);
}

const spanOf = ({ amount, minimum, maximum }: LinkAmount) =>
  amount === null
    ? ([minimum ?? 0n, maximum ?? 0n, 'amountRange'] as const)
    : ([amount, amount, 'amount'] as const);

function readAmount(
  { amount, amountRange }: PaymentLinkRequest,
  decimals: number,
): LinkAmount | FieldFault[] {
  if (amount === undefined && amountRange === undefined)
    return [{ field: 'amount', problem: 'missing' }];
  if (amount !== undefined && amountRange !== undefined)
    return [{ field: 'amountRange', problem: 'notAllowed' }];
  const faults: FieldFault[] = [];
  const read = (field: string, value: unknown): bigint => {
    const problem = amountProblem(value, decimals);
    if (problem !== null) faults.push({ field, problem });
    return parseAmount(value, decimals) ?? 0n;
  };
  if (amountRange === undefined) {
    const fixed = read('amount', amount);
    return faults.length > 0 ? faults : { amount: fixed, minimum: null, maximum: null };
  }
  const minimum = read('amountRange.minimum', amountRange.minimum);
  const maximum = read('amountRange.maximum', amountRange.maximum);
  if (faults.length === 0 && minimum > maximum)
    faults.push({ field: 'amountRange.maximum', problem: 'notAllowed' });
  return faults.length > 0 ? faults : { amount: null, minimum, maximum };
}

export const linkUrlOf = (
  publicUrl: string,
  link: Pick<PaymentLink, 'accountId' | 'token'>,
): string => `${publicUrl}/pay/link/${pageAddressOf(link)}`;

function presentLink(publicUrl: string, link: PaymentLink) {
  const { linkId, id, amount, minimum, maximum, currency, description, earned } = link;
  return {
    linkId,
    id,
    url: linkUrlOf(publicUrl, link),
    status: statusOf(link),
    uses: link.singleUse ? paymentLinkUses.one : paymentLinkUses.many,
    amount: amount === null ? null : toJsonNumber(amount),
    amountRange:
      minimum === null || maximum === null
        ? null
        : { minimum: toJsonNumber(minimum), maximum: toJsonNumber(maximum) },
    currency,
    description,
    payments: { count: earned.count, amount: toJsonNumber(earned.amount) },
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
  };
}
