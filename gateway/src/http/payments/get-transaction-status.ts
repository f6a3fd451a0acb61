// POST get-transaction-status: where does a transaction stand? (rules S1, S2)

import type { FastifyInstance } from 'fastify';
import { checkGetTransactionStatus, codes, defaultLanguage, fillAmount, texts, toDecimalString } from '@jokko/contract';
import type { Account, Directory } from '../../domain/accounts/index.ts';
import type { StatusReader, StatusView } from '../../domain/operations/index.ts';
import type { LookUps, Verdict } from '../../domain/lookups/index.ts';
import { errorCodeAndText, type Catalogue } from '../../domain/catalogue/index.ts';
import { checkSignature } from '../guards/signature.ts';
import { publicStatusOf } from '../present/operation.ts';
import { envelopeForm, invalidFields, refusal } from '../present/refusal.ts';
import { registerKeylessEndpoint, type Answer, type Call, type EndpointDeps } from './endpoint.ts';

export interface StatusDeps extends EndpointDeps {
  statuses: StatusReader;
  checkLookUp: LookUps['check'];
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
  } as const;
  registerKeylessEndpoint(app, deps, settings, async (call) => {
    const language = call.account?.language ?? defaultLanguage;
    const faults = checkGetTransactionStatus(call.body);
    if (faults.length > 0) return { refused: invalidFields(faults, language) };
    const externalId = call.body['externalTransactionId'] as string;
    const account = call.account ?? (await ownerByAddress(deps, call, externalId));
    const limited = await checkLimit(deps, call, account, externalId);
    if (limited === 'tooMany')
      return { refused: refusal(codes.tooMany, texts[language].tooManyLookUps({ perMinute: deps.lookUpsPerMinute })) };
    if (limited === 'blocked') return { refused: refusal(codes.tooMany, texts[language].lookUpsBlocked()) };
    if (account === null) return { refused: refusal(codes.badKey, texts[language].keyMissing()) };
    const unsigned = call.account === null && account.hmac ? await checkSignature(deps, account, call.received, '') : null;
    if (unsigned?.ok === false) return { refused: unsigned.refusal };
    const status = await deps.statuses.find(account.id, externalId);
    if (status === null) return { refused: refusal(codes.notFound, texts[account.language].unknownTransaction()) };
    return presentStatus(status, externalId, account, deps.catalogue());
  });
}

/** Keyless calls count by address alone; a proxy that is trusted speaks for others (rule S2). */
function checkLimit(
  deps: StatusDeps,
  { account: keyed, address }: Call<Account | null>,
  account: Account | null,
  externalId: string,
): Verdict | Promise<Verdict> {
  if (address !== null && deps.isTrustedProxy(address)) return 'allowed';
  return deps.checkLookUp({ subject: `${account?.id ?? ''} ${externalId}`, accountId: keyed?.id ?? null, address, at: deps.now() });
}

/** The only account known from this address that owns the id, or null (rule S1). */
async function ownerByAddress(
  deps: StatusDeps & { directory: Directory },
  { address }: Call<Account | null>,
  externalId: string,
): Promise<Account | null> {
  const accountIds = address === null ? [] : await deps.accountsOfAddress(address);
  const owners: number[] = [];
  for (const accountId of accountIds) if ((await deps.statuses.find(accountId, externalId)) !== null) owners.push(accountId);
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
