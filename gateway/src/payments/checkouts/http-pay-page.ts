// Serves `/pay/<address>`, the page of a checkout: the payer chooses a way to pay, types a number,
// and goes on to the page or the prompt of the attempt's operation.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  checkoutStatus,
  defaultLanguage,
  normalisePhone,
  normalisePhoneAmong,
} from '@jokko/contract';
import type { Log } from '../../platform/log.ts';
import { countedAs, type CountedFrom } from '../../platform/http/guards/counted-by.ts';
import { callerToCount } from '../../platform/http/guards/unlisted-proxy.ts';
import {
  createCallerLimit,
  publicReadsPerMinute,
} from '../../platform/http/guards/caller-limit.ts';
import { languageOf } from '../../platform/http/visitor-language.ts';
import { serviceFor, type Catalogue, type NumberInfoOf } from '../catalogue/index.ts';
import type { Account } from '../accounts/index.ts';
import {
  pageHeaders,
  readForm,
  registerPayersPages,
  sendTooFast,
  type FormFields,
} from '../payment-pages/index.ts';
import { readCard, type PayerCard } from './card-form.ts';
import {
  closedPage,
  formPage,
  paidPage,
  payingPage,
  phoneCharactersMax,
  type PayPage,
  type Typed,
} from './page-bodies.ts';
import { payViewOf, type Means, type PayProblem, type PayView } from './page-view.ts';
import type { Checkout } from './index.ts';

/** The submits of one checkout, and of one address: people share addresses. */
const submitsPerMinute = { checkout: 10, address: 60 } as const;
/** Somebody who tries stolen cards needs many tries. */
const cardsPerMinute = { checkout: 3, address: 10 } as const;

export interface PayPageDeps {
  /** `address`: what follows `/pay/`. Null: it names no checkout. */
  find(address: string): Promise<{ checkout: Checkout; account: Account | null } | null>;
  /** The catalogue of the checkout's cell. */
  catalogue(): Catalogue;
  numberInfo: NumberInfoOf;
  sandbox: boolean;
  /** Begins the attempt, unless another page was first. */
  pay(
    checkout: Checkout,
    attempt: { number: number; codeService: string; phone: string },
    card: PayerCard | null,
  ): Promise<void>;
  /**
   * The page of the attempt's operation on which the payer has something to do; null: there is
   * none.
   */
  stepUrlOf(checkout: Checkout): Promise<string | null>;
}

interface PayRequest {
  Params: { address: string };
  Querystring: { lang?: unknown; go?: unknown; by?: unknown };
}

/** `depsOf`: of the cell of an address. */
export function registerPayPages(
  app: FastifyInstance,
  depsOf: (address: string) => PayPageDeps | null,
  log: Pick<Log, 'error'>,
): void {
  const reads = createCallerLimit(publicReadsPerMinute);
  const submits = createCallerLimit(submitsPerMinute.address);
  const ofCheckout = createCallerLimit(submitsPerMinute.checkout);
  const cards = createCallerLimit(cardsPerMinute.address);
  const cardsOfCheckout = createCallerLimit(cardsPerMinute.checkout);
  registerPayersPages(app, '/pay', log, (scope, sendUnknown) => {
    scope.get<PayRequest>('/:address', async (request, reply) => {
      const visit = await visitOf(depsOf, request);
      if (visit === null) return sendUnknown(request, reply);
      // A page that waits loads itself anew, and a whole network of payers may share one address.
      const wait = reads(countedOf(visit));
      if (wait !== null) return sendTooFast(request, reply, wait);
      return send(reply, await answerShown(visit, request.query));
    });
    scope.post<PayRequest>('/:address', async (request, reply) => {
      const visit = await visitOf(depsOf, request);
      if (visit === null) return sendUnknown(request, reply);
      const fields = readForm(request.body);
      const means = meansOf(visit, fields);
      const [caller, of] = [callerToCount(request), countedOf(visit)];
      const isTooFast =
        (submits(caller) ?? ofCheckout(of)) !== null ||
        (means === 'card' && (cards(caller) ?? cardsOfCheckout(of)) !== null);
      const answer = await answerSubmitted(visit, { fields, means }, isTooFast);
      if (answer !== null) return send(reply, answer);
      const { path, language } = visit.page;
      return sendOn(reply, `${path}?go=1&lang=${language}`);
    });
  });
}

interface Visit {
  deps: PayPageDeps;
  page: PayPage;
}

const countedOf = ({ page }: Visit): CountedFrom => countedAs(page.checkout.token);

async function visitOf(
  depsOf: (address: string) => PayPageDeps | null,
  request: FastifyRequest<PayRequest>,
): Promise<Visit | null> {
  const { address } = request.params;
  const deps = depsOf(address);
  const found = (await deps?.find(address)) ?? null;
  if (deps === null || found === null) return null;
  const { checkout, account } = found;
  const language = languageOf(
    request.query.lang ?? checkout.language,
    request.headers['accept-language'],
    account?.language ?? defaultLanguage,
  );
  const view = payViewOf(checkout, account, deps.catalogue());
  return { deps, page: { checkout, view, language, path: `/pay/${address}` } };
}

export interface PageAnswer {
  status: number;
  body: string;
}

async function answerShown(
  { deps, page }: Visit,
  { go, by }: PayRequest['Querystring'],
): Promise<PageAnswer> {
  const { checkout, view } = page;
  switch (view.status) {
    case checkoutStatus.paid:
      return { status: 200, body: paidPage(page) };
    case checkoutStatus.paying:
      return { status: 200, body: payingPage(page, await deps.stepUrlOf(checkout), go === '1') };
    case checkoutStatus.expired:
      return { status: 410, body: closedPage(page, 'expired') };
    case checkoutStatus.canceled:
      return { status: 410, body: closedPage(page, 'canceled') };
    case checkoutStatus.open:
      return answerOpen(page, by === 'card' || (view.wasCard && by !== 'wallet'), null);
  }
}

const meansOf = ({ page: { view } }: Visit, { service }: FormFields): Means =>
  view.card !== null && service === view.card.code ? 'card' : 'wallet';

/** `byCard`: what the payer has chosen, where both are offered. */
function answerOpen(page: PayPage, byCard: boolean, typed: Typed | null): PageAnswer {
  const { ways, card, isDown, number } = page.view;
  if (number === null) return { status: 200, body: closedPage(page, 'spent') };
  if (ways.length === 0 && card === null)
    return { status: 200, body: closedPage(page, isDown ? 'down' : 'nothing') };
  const means = card !== null && (byCard || ways.length === 0) ? 'card' : 'wallet';
  return { status: typed === null ? 200 : 422, body: formPage(page, number, means, typed) };
}

/** Null: the page shows what there is now. */
async function answerSubmitted(
  visit: Visit,
  { fields, means }: { fields: FormFields; means: Means },
  isTooFast: boolean,
): Promise<PageAnswer | null> {
  const { deps, page } = visit;
  const { checkout, view } = page;
  const { number } = view;
  // The page was made for an earlier attempt, or another tab was first.
  if (number === null || fields['attempt'] !== String(number)) return null;
  const phone = (fields['phone'] ?? '').slice(0, phoneCharactersMax);
  const byCard = means === 'card';
  const again = (problem: PayProblem): PageAnswer => answerOpen(page, byCard, { fields, problem });
  if (isTooFast) return again('tooFast');
  const chosen = byCard
    ? cardHolderOf(visit, phone)
    : await chosenBy(deps, view, phone, fields['service'] ?? '');
  if (typeof chosen === 'string') return again(chosen);
  const card = byCard ? readCard(fields, deps.sandbox) : null;
  if (typeof card === 'string') return again(card);
  await deps.pay(checkout, { number, ...chosen }, card);
  return null;
}

/** The number names the country: without a code it is one of those whose wallets are offered. */
function cardHolderOf(
  { page: { view } }: Visit,
  phone: string,
): { codeService: string; phone: string } | 'phone' {
  const countries = ['', ...view.ways.map(({ country }) => country ?? '')];
  const e164 = normalisePhoneAmong(phone, countries);
  return e164 === null ? 'phone' : { codeService: view.card!.code, phone: e164 };
}

/** The way that the payer has chosen, or the one of the number's operator. */
async function chosenBy(
  { catalogue, numberInfo }: PayPageDeps,
  { ways }: PayView,
  phone: string,
  service: string,
): Promise<{ codeService: string; phone: string } | 'phone' | 'way' | 'down'> {
  // What the form offered is none of the ways any more: nothing else is asked for in its place.
  if (service !== '' && !ways.some(({ code }) => code === service)) return 'down';
  const named = ways.length === 1 ? ways[0] : ways.find(({ code }) => code === service);
  if (named !== undefined) {
    const e164 = normalisePhone(phone, named.country ?? '');
    return e164 === null ? 'phone' : { codeService: named.code, phone: e164 };
  }
  const countries = new Set(ways.map(({ country }) => country ?? ''));
  const services = catalogue().services.filter((each) =>
    ways.some(({ code }) => code === each.code),
  );
  let isNumber = false;
  for (const country of countries) {
    const e164 = normalisePhone(phone, country);
    if (e164 === null) continue;
    isNumber = true;
    const number = await numberInfo(e164);
    const code = number === null ? null : serviceFor(services, 'collect', number);
    if (code !== null) return { codeService: code, phone: e164 };
  }
  return isNumber ? 'way' : 'phone';
}

export const send = (reply: FastifyReply, { status, body }: PageAnswer): FastifyReply =>
  reply.code(status).headers(pageHeaders).send(body);

/** Leads on, so that a reload sends no form again. */
export const sendOn = (reply: FastifyReply, url: string): FastifyReply =>
  reply.code(303).headers(pageHeaders).header('location', url).send('');
