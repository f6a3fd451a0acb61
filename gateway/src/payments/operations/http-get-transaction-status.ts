// POST get-transaction-status: returns the state of a transaction (rules S1, S2).

import {
  defined,
  checkGetTransactionStatus,
  codes,
  fillAmount,
  getTransactionStatusEndpoint,
  texts,
  toDecimalString,
} from '@jokko/contract';
import type { Account } from '../accounts/index.ts';
import type { StatusReader, StatusView } from './index.ts';
import type { StatusLimits } from '../status-limits/index.ts';
import { errorCodeAndText, type Catalogue } from '../catalogue/index.ts';
import { publicStatusOf } from './http-present.ts';
import { invalidFields } from '../api/http-refusal.ts';
import { isUnlistedProxy } from '../../platform/http/guards/unlisted-proxy.ts';
import { envelopeForm, refusal, type Refusal } from '../../platform/http/http-refusal.ts';
import { callersLanguage } from '../../platform/http/visitor-language.ts';
import { success } from '../api/http-answer.ts';
import {
  answerOnceSigned,
  type Call,
  type EndpointDeps,
  type PaymentsEndpoint,
} from '../api/http-endpoint.ts';
import { implementUnchecked, type AnswerTo } from '../api/http-implement.ts';

export interface StatusDeps extends EndpointDeps {
  statuses: StatusReader;
  statusLimits: Pick<StatusLimits, 'check' | 'isBlocked'>;
  /** Accounts that used a valid key from an address within 24 hours. */
  accountsOfAddress(address: string): Promise<number[]>;
  isTrustedProxy(address: string): boolean;
  statusRequestsPerMinute: number;
  /** How long a caller who goes on asking is shut out. */
  statusBlockSeconds: number;
  now(): number;
}

type Answer = AnswerTo<typeof getTransactionStatusEndpoint>;

export function implementGetTransactionStatus(deps: StatusDeps): PaymentsEndpoint {
  const status: PaymentsEndpoint = implementUnchecked(getTransactionStatusEndpoint, {
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'status',
    refuseEarly: (call) => (isFormRight(call) ? refuseBeyondLimit(deps, call, call.account) : null),
    handle: (call) => answer(deps, call, call.account),
    async handleKeyless(call): ReturnType<PaymentsEndpoint['handle']> {
      if (!isFormRight(call)) return { refused: formRefusal(call, languageOf(call)) };
      // Who is shut out costs no query.
      if (isShutOut(deps, call)) return { refused: shutOut(deps, call, languageOf(call)) };
      const account = await ownerByAddress(deps, call);
      const refused = await refuseBeyondLimit(deps, call, account);
      if (refused !== null) return { refused };
      if (account === null)
        return { refused: refusal(codes.badKey, texts[languageOf(call)].keyMissing()) };
      return answerOnceSigned(deps, status, { ...call, account }, () =>
        answer(deps, call, account),
      );
    },
  });
  return status;
}

type AnyCall = Call<Account | null>;

/** Whose transaction it is tells nobody's language: without a key nobody has said who they are. */
const languageOf = ({ account, reply }: AnyCall): Account['language'] =>
  account?.language ?? callersLanguage(reply.request.headers);
const idOf = ({ body }: AnyCall): string => body['externalTransactionId'] as string;
const isFormRight = ({ body }: AnyCall): boolean => checkGetTransactionStatus(body).length === 0;
const formRefusal = ({ body }: AnyCall, language: Account['language']): Refusal =>
  invalidFields(checkGetTransactionStatus(body), language);
/** After this the minute that counts is certainly another one. */
const windowSeconds = 60;

function shutOut(
  { statusBlockSeconds }: StatusDeps,
  { reply }: AnyCall,
  language: Account['language'],
): Refusal {
  reply.header('retry-after', statusBlockSeconds);
  return refusal(codes.tooMany, texts[language].lookUpsBlocked());
}

async function answer(deps: StatusDeps, call: AnyCall, account: Account): Promise<Answer> {
  if (!isFormRight(call)) return { refused: formRefusal(call, account.language) };
  const status = await deps.statuses.find(account.id, idOf(call));
  if (status === null)
    return { refused: refusal(codes.notFound, texts[account.language].unknownTransaction()) };
  // Without a key the caller has proved nothing but an address, and a voucher is as good as money.
  const seen = call.account === null ? { ...status, voucher: null } : status;
  return presentStatus(seen, idOf(call), account, deps.catalogue());
}

/** A proxy that is trusted speaks for others and is never limited itself (rule S2). */
const isProxy = (deps: StatusDeps, { address }: AnyCall): boolean =>
  address !== null && deps.isTrustedProxy(address);

function isShutOut(deps: StatusDeps, call: AnyCall): boolean {
  return (
    !isProxy(deps, call) &&
    deps.statusLimits.isBlocked(call.account?.id ?? null, call.address, deps.now())
  );
}

/**
 * Counts the status query. `account`: whose transaction it is; keyless calls count by address alone
 * (rule S2).
 */
async function refuseBeyondLimit(
  deps: StatusDeps,
  call: AnyCall,
  account: Account | null,
): Promise<Refusal | null> {
  if (isProxy(deps, call)) return null;
  const { account: keyed, address } = call;
  const language = languageOf(call);
  const statusRequest = {
    subject: `${account?.id ?? ''} ${idOf(call)}`,
    accountId: keyed?.id ?? null,
    address,
    isShared: isUnlistedProxy(call.reply.request),
    at: deps.now(),
  };
  switch (await deps.statusLimits.check(statusRequest)) {
    case 'allowed':
      return null;
    case 'tooMany':
      call.reply.header('retry-after', windowSeconds);
      return refusal(
        codes.tooMany,
        texts[language].tooManyLookUps({ perMinute: deps.statusRequestsPerMinute }),
      );
    case 'blocked':
      return shutOut(deps, call, language);
  }
}

/** The only account known from this address that owns the id, or null (rule S1). */
async function ownerByAddress(
  deps: StatusDeps,
  { address, body }: AnyCall,
): Promise<Account | null> {
  const accountIds = address === null ? [] : await deps.accountsOfAddress(address);
  const owners: number[] = [];
  for (const accountId of accountIds)
    if ((await deps.statuses.find(accountId, body['externalTransactionId'] as string)) !== null)
      owners.push(accountId);
  return owners.length === 1 ? deps.directory.byId(owners[0]!) : null;
}

function presentStatus(
  status: StatusView,
  externalId: string,
  { language }: Account,
  catalogue: Catalogue,
): Answer {
  const data = {
    transactionId: Number(status.id),
    createdAt: status.createdAt.toISOString(),
    updatedAt: status.updatedAt.toISOString(),
    externalTransactionId: externalId,
    status: publicStatusOf(status.state, status.stage, status.direction),
    errorType: status.state === 'FAILED' ? errorOf(status, language, catalogue) : null,
    ...defined({ voucher: status.voucher }),
  };
  return success(texts[language].success(), data);
}

function errorOf(status: StatusView, language: Account['language'], catalogue: Catalogue) {
  const { code, text } = errorCodeAndText(catalogue, status.errorId, language);
  return { code, message: fillAmount(text, toDecimalString(status.amount)) };
}
