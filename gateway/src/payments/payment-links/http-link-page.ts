// Serves `/pay/link/<address>`, the page of a payment link: the payer sees what he pays, chooses an
// amount where it is open, and goes on to a checkout of his own.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  decimalsOf,
  defaultLanguage,
  paymentLinkStatus,
  type PaymentLinkStatus,
} from '@jokko/contract';
import { environment } from '../../platform/environment.ts';
import {
  createCallerLimit,
  publicReadsPerMinute,
} from '../../platform/http/guards/caller-limit.ts';
import { countedAs } from '../../platform/http/guards/counted-by.ts';
import { callerToCount } from '../../platform/http/guards/unlisted-proxy.ts';
import type { Log } from '../../platform/log.ts';
import { languageOf } from '../../platform/http/visitor-language.ts';
import type { Account } from '../accounts/index.ts';
import { send, sendOn, type PageAnswer } from '../checkouts/http-pay-page.ts';
import { pageAddressOf, type Checkout } from '../checkouts/index.ts';
import {
  readForm,
  registerPayersPages,
  sendTooFast,
  type FormFields,
} from '../payment-pages/index.ts';
import type { Opening } from './open-checkout.ts';
import { closedLinkPage, linkPage, type LinkPage } from './page-bodies.ts';
import { readTypedAmount, statusOf, takesAmount, type OpenedLink } from './payment-link.ts';

/**
 * The submits of one link, which may be on a poster, and of one address: people share addresses.
 */
const submitsPerMinute = { link: 300, address: 60 } as const;
const nonceForm = /^[0-9a-f]{32}$/;
const amountCharactersMax = 20;

export interface LinkPageDeps {
  /** `address`: what follows `/pay/link/`. Null: it names no link. */
  find(address: string): Promise<{ link: OpenedLink; account: Account | null } | null>;
  /** The payer's checkout; else why there is none. */
  open(
    link: OpenedLink,
    opening: Opening,
  ): Promise<Checkout | Exclude<PaymentLinkStatus, 'ACTIVE'>>;
}

interface LinkRequest {
  Params: { address: string };
  Querystring: { lang?: unknown };
}

/** `depsOf`: of the cell of an address. */
export function registerLinkPages(
  app: FastifyInstance,
  depsOf: (address: string) => LinkPageDeps | null,
  log: Pick<Log, 'error'>,
): void {
  const reads = createCallerLimit(publicReadsPerMinute);
  const submits = createCallerLimit(submitsPerMinute.address);
  const ofLink = createCallerLimit(submitsPerMinute.link);
  registerPayersPages(app, '/pay/link', log, (scope, sendUnknown) => {
    scope.get<LinkRequest>('/:address', async (request, reply) => {
      const wait = reads(callerToCount(request));
      if (wait !== null) return sendTooFast(request, reply, wait);
      const visit = await visitOf(depsOf, request);
      if (visit === null) return sendUnknown(request, reply);
      const { page, status } = visit;
      return send(
        reply,
        status === paymentLinkStatus.active
          ? { status: 200, body: linkPage(page, newNonce(), null) }
          : closed(page, status),
      );
    });
    scope.post<LinkRequest>('/:address', async (request, reply) => {
      const visit = await visitOf(depsOf, request);
      if (visit === null) return sendUnknown(request, reply);
      const { link } = visit.page;
      const wait = submits(callerToCount(request)) ?? ofLink(countedAs(link.token));
      const answer = await answerSubmitted(visit, readForm(request.body), wait !== null);
      if ('body' in answer) return send(reply, answer);
      return sendOn(reply, `/pay/${pageAddressOf(answer)}?lang=${visit.page.language}`);
    });
  });
}

interface Visit {
  deps: LinkPageDeps;
  page: LinkPage;
  status: PaymentLinkStatus;
}

async function visitOf(
  depsOf: (address: string) => LinkPageDeps | null,
  request: FastifyRequest<LinkRequest>,
): Promise<Visit | null> {
  const { address } = request.params;
  const deps = depsOf(address);
  const found = (await deps?.find(address)) ?? null;
  if (deps === null || found === null) return null;
  const { link, account } = found;
  const language = languageOf(
    request.query.lang ?? link.language,
    request.headers['accept-language'],
    account?.language ?? defaultLanguage,
  );
  const page = { link, merchantName: account?.name ?? '', language, path: `/pay/link/${address}` };
  const isClosed = account === null || account.suspended;
  return { deps, page, status: isClosed ? paymentLinkStatus.paused : statusOf(link) };
}

async function answerSubmitted(
  { deps, page, status }: Visit,
  fields: FormFields,
  isTooFast: boolean,
): Promise<PageAnswer | Checkout> {
  if (status !== paymentLinkStatus.active) return closed(page, status);
  const { link } = page;
  const typed = (fields['amount'] ?? '').slice(0, amountCharactersMax);
  const again = (problem: 'wrongAmount' | 'tooFast'): PageAnswer => ({
    status: problem === 'tooFast' ? 429 : 422,
    body: linkPage(page, newNonce(), { amount: typed, problem }),
  });
  if (isTooFast) return again('tooFast');
  const amount = link.amount ?? readTypedAmount(typed, decimalsOf(link.currency));
  if (amount === null || !takesAmount(link, amount)) return again('wrongAmount');
  const nonce = fields['nonce'] ?? '';
  const opened = await deps.open(link, {
    nonce: nonceForm.test(nonce) ? nonce : newNonce(),
    amount,
  });
  return typeof opened === 'string' ? closed(page, opened) : opened;
}

const newNonce = (): string => environment.randomBytes(16).toString('hex');

const closed = (page: LinkPage, status: Exclude<PaymentLinkStatus, 'ACTIVE'>): PageAnswer => ({
  status: status === paymentLinkStatus.paused ? 200 : 410,
  body: closedLinkPage(page, status),
});
