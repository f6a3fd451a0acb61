// POST get-transaction-status: where does a transaction stand? (rules S1, S2)

import type { FastifyInstance } from 'fastify';
import { checkGetTransactionStatus, codes, defaultLanguage, fillAmount, texts, toDecimalString } from '@jokko/contract';
import type { Account } from '../../domain/accounts/index.ts';
import type { StatusReader, StatusView } from '../../domain/operations/index.ts';
import type { LookUps } from '../../domain/lookups/index.ts';
import { errorCodeAndText, type Catalogue } from '../../domain/catalogue/index.ts';
import { publicStatusOf } from '../present/operation.ts';
import { envelopeForm, invalidFields, refusal, type Refusal } from '../present/refusal.ts';
import { answerOnceSigned, registerKeylessEndpoint, type Answer, type Call, type EndpointDeps } from './endpoint.ts';

export interface StatusDeps extends EndpointDeps {
  statuses: StatusReader;
  lookUps: Pick<LookUps, 'check' | 'isBlocked'>;
  /** Accounts that used a valid key from an address within 24 hours. */
  accountsOfAddress(address: string): Promise<number[]>;
  isTrustedProxy(address: string): boolean;
  lookUpsPerMinute: number;
  now(): number;
}

export function registerGetTransactionStatus(app: FastifyInstance, deps: StatusDeps): void {
  const settings = {
    method: 'POST',
    path: '/api-services/get-transaction-status',
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'status',
    refuseEarly: (call: Call) => (isFormRight(call) ? refuseBeyondLimit(deps, call, call.account) : null),
  } as const;
  const withKey = (call: Call): Promise<Answer> => answer(deps, call, call.account);
  const withoutKey = async (call: Call<null>): Promise<Answer> => {
    if (!isFormRight(call)) return { refused: formRefusal(call, defaultLanguage) };
    // Who is shut out costs no query.
    if (isShutOut(deps, call)) return { refused: shutOut(defaultLanguage) };
    const account = await ownerByAddress(deps, call);
    const refused = await refuseBeyondLimit(deps, call, account);
    if (refused !== null) return { refused };
    if (account === null) return { refused: refusal(codes.badKey, texts[defaultLanguage].keyMissing()) };
    return answerOnceSigned(deps, settings, { ...call, account }, () => answer(deps, call, account));
  };
  registerKeylessEndpoint(app, deps, settings, { withKey, withoutKey });
}

type AnyCall = Call<Account | null>;

const idOf = ({ body }: AnyCall): string => body['externalTransactionId'] as string;
const isFormRight = ({ body }: AnyCall): boolean => checkGetTransactionStatus(body).length === 0;
const formRefusal = ({ body }: AnyCall, language: Account['language']): Refusal => invalidFields(checkGetTransactionStatus(body), language);
const shutOut = (language: Account['language']): Refusal => refusal(codes.tooMany, texts[language].lookUpsBlocked());

async function answer(deps: StatusDeps, call: AnyCall, account: Account): Promise<Answer> {
  if (!isFormRight(call)) return { refused: formRefusal(call, account.language) };
  const status = await deps.statuses.find(account.id, idOf(call));
  if (status === null) return { refused: refusal(codes.notFound, texts[account.language].unknownTransaction()) };
  return presentStatus(status, idOf(call), account, deps.catalogue());
}

/** A proxy that is trusted speaks for others and is never limited itself (rule S2). */
const isProxy = (deps: StatusDeps, { address }: AnyCall): boolean => address !== null && deps.isTrustedProxy(address);

function isShutOut(deps: StatusDeps, call: AnyCall): boolean {
  return !isProxy(deps, call) && deps.lookUps.isBlocked(call.account?.id ?? null, call.address, deps.now());
}

/** Counts the look-up. `account`: whose transaction it is; keyless calls count by address alone (rule S2). */
async function refuseBeyondLimit(deps: StatusDeps, call: AnyCall, account: Account | null): Promise<Refusal | null> {
  if (isProxy(deps, call)) return null;
  const { account: keyed, address } = call;
  const language = keyed?.language ?? defaultLanguage;
  const lookUp = { subject: `${account?.id ?? ''} ${idOf(call)}`, accountId: keyed?.id ?? null, address, at: deps.now() };
  switch (await deps.lookUps.check(lookUp)) {
    case 'allowed':
      return null;
    case 'tooMany':
      return refusal(codes.tooMany, texts[language].tooManyLookUps({ perMinute: deps.lookUpsPerMinute }));
    case 'blocked':
      return shutOut(language);
  }
}

/** The only account known from this address that owns the id, or null (rule S1). */
async function ownerByAddress(deps: StatusDeps, { address, body }: AnyCall): Promise<Account | null> {
  const accountIds = address === null ? [] : await deps.accountsOfAddress(address);
  const owners: number[] = [];
  for (const accountId of accountIds)
    if ((await deps.statuses.find(accountId, body['externalTransactionId'] as string)) !== null) owners.push(accountId);
  return owners.length === 1 ? deps.directory.byId(owners[0]!) : null;
}

function presentStatus(status: StatusView, externalId: string, { language }: Account, catalogue: Catalogue): Answer {
  const data = {
    transactionId: Number(status.id),
    createdAt: status.createdAt.toISOString(),
    updatedAt: status.updatedAt.toISOString(),
    externalTransactionId: externalId,
    status: publicStatusOf(status.state, status.stage, status.direction),
    errorType: status.state === 'FAILED' ? errorOf(status, language, catalogue) : null,
  };
  return { body: { code: codes.done, msg: texts[language].success(), error: false, data } };
}

function errorOf(status: StatusView, language: Account['language'], catalogue: Catalogue) {
  const { code, text } = errorCodeAndText(catalogue, status.errorId, language);
  return { code, message: fillAmount(text, toDecimalString(status.amount)) };
}
