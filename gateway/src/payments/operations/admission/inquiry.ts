// Makes inquiries to a provider before an operation: open bills, the cost of a remittance, the
// remittance that waits under a reference. API and portal both use it. Answers are stored, so that
// an operation may refer to them (rules O7, S6).

import { decimalsOf, errorIds, parseAmount } from '@jokko/contract';
import type {
  OperationKind,
  PendingBill,
  ProviderError,
  RemitQuote,
  RemitRecord,
  RemitSendData,
} from '@jokko/connectors/kit';
import type { Session } from '../../../platform/db/database.ts';
import type { Account } from '../../accounts/index.ts';
import { recordListing } from '../../bills/index.ts';
import { standingOf } from '../../catalogue/index.ts';
import type { Catalogue, Service } from '../../catalogue/index.ts';
import { rememberInquiry } from '../../remittance/index.ts';
import type { Provider, Providers } from '../attempts/providers.ts';
import { quoteForAccount } from './remittance-quote.ts';

export interface InquiryDeps {
  database: Session;
  catalogue(): Catalogue;
  providers: Providers;
}

/** Why no inquiry was made. `otherKind`: the service is of another kind. */
export type NotAsked = 'unknownService' | 'suspended' | 'notActivated' | 'otherKind';
export type InquiryResult<Found> =
  | ({ ok: true; service: Service } & Found)
  | { ok: false; notAsked: NotAsked }
  /** The provider refused the inquiry, or its route is switched off (rule O15). */
  | AskedInVain;
type AskedInVain = { ok: false; service: Service; error: ProviderError };

const kindOf = {
  bills: 'bill_pay',
  quote: 'remit_send',
  reception: 'remit_receive',
} as const satisfies Record<string, OperationKind>;
export type InquiryKind = keyof typeof kindOf;

/** Returns the services that the account may ask about now. */
export function inquiryServices(
  { catalogue, providers }: Omit<InquiryDeps, 'database'>,
  account: Account,
  kind: InquiryKind,
): Service[] {
  return catalogue().services.filter(
    ({ code }) => findActive({ catalogue, providers }, account, code, kind).ok,
  );
}

type Active =
  { ok: true; service: Service; provider: Provider } | { ok: false; notAsked: NotAsked };
type Open = Active | AskedInVain;

const routeOff: ProviderError = {
  catalogue: 'operator_down_time',
  catalogueId: errorIds.operatorDown,
  provider: 'route switched off',
  retryable: 'sameAttempt',
};

/** A route that takes no operations is not asked: what it would find could not be paid. */
function findOpen(
  deps: InquiryDeps,
  account: Account,
  codeService: string,
  kind: InquiryKind,
): Open {
  const active = findActive(deps, account, codeService, kind);
  if (!active.ok || standingOf(deps.catalogue().route(active.service.route)) === 'on')
    return active;
  return { ok: false, service: active.service, error: routeOff };
}

function findActive(
  { catalogue, providers }: Omit<InquiryDeps, 'database'>,
  account: Account,
  codeService: string,
  kind: InquiryKind,
): Active {
  const refuse = (notAsked: NotAsked): Active => ({ ok: false, notAsked });
  const inForce = catalogue();
  const service = inForce.service(codeService);
  if (service === undefined) return refuse('unknownService');
  if (account.suspended) return refuse('suspended');
  const provider = providers.of(inForce, service.route);
  if (!account.services.has(codeService) || service.off || provider === null)
    return refuse('notActivated');
  return service.kind === kindOf[kind] ? { ok: true, service, provider } : refuse('otherKind');
}

/** Asks for the unpaid bills of a customer. This account can pay them for 24 hours. */
export async function inquireBills(
  deps: InquiryDeps,
  account: Account,
  { codeService, accountNumber }: { codeService: string; accountNumber: string },
): Promise<InquiryResult<{ bills: PendingBill[] }>> {
  const active = findOpen(deps, account, codeService, 'bills');
  if (!active.ok) return active;
  const { service, provider } = active;
  const listed = await provider.connector.listBills!(provider.context, codeService, accountNumber);
  if ('error' in listed) return { ok: false, service, error: listed.error };
  await recordListing(deps.database, account.id, codeService, accountNumber, listed.bills);
  return { ok: true, service, bills: listed.bills };
}

/** Asks what sending would cost. `amount` is checked for the currency of the service. */
export async function quoteRemittance(
  deps: InquiryDeps,
  account: Account,
  {
    codeService,
    amount: given,
    sendData,
  }: { codeService: string; amount: unknown; sendData: RemitSendData },
): Promise<InquiryResult<{ quote: RemitQuote }>> {
  const active = findOpen(deps, account, codeService, 'quote');
  if (!active.ok) return active;
  const { service, provider } = active;
  const { currency } = service;
  const amount = parseAmount(given, decimalsOf(currency))!;
  const order = { accountId: account.id, codeService, amount, currency, sendData };
  const quoted = await quoteForAccount(deps.database, provider, order);
  if ('error' in quoted) return { ok: false, service, error: quoted.error };
  return { ok: true, service, quote: quoted.quote };
}

/** Asks which remittance waits under a reference. The answer has the provider's members. */
export async function inquireReception(
  deps: InquiryDeps,
  account: Account,
  { codeService, reference }: { codeService: string; reference: string },
): Promise<InquiryResult<{ record: RemitRecord }>> {
  const active = findOpen(deps, account, codeService, 'reception');
  if (!active.ok) return active;
  const { service, provider } = active;
  const found = await provider.connector.inquiry!(provider.context, codeService, reference);
  if ('error' in found) return { ok: false, service, error: found.error };
  const amountMinor = parseAmount(found.record['receiveAmount'], decimalsOf(service.currency));
  if (amountMinor !== null)
    await rememberInquiry(deps.database, {
      accountId: account.id,
      codeService,
      amountMinor,
      reference,
    });
  return { ok: true, service, record: found.record };
}
