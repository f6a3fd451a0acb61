// Sends a prepared request and classifies its answer, which only says whether the provider took it.
// Nothing is ever sent twice: a push has no id by which it could be found again.

import { defined } from '@jokko/contract';
import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
} from '@jokko/connectors/kit';
import {
  codeMember,
  failed,
  notSent,
  objectFromWire,
  pending,
  providerError,
  refusalRow,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import { call, passwordAt, securityCredential } from './call.ts';
import { settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';
import { noticeAddress } from './notice-address.ts';
import { operationOf } from './operations.ts';
import { forcedRow } from './read-result.ts';
import { gatewayRefusal } from './result-table.ts';
import type { MpesaOperation } from './result-table.ts';

interface Attempt {
  context: Context<MpesaConfig>;
  intent: Intent;
  operation: MpesaOperation;
  prepared: Prepared;
}

export async function execute(
  context: Context<MpesaConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send({ context, intent, operation: operationOf(intent), prepared });
}

/** Without the receipt of the original nothing can be named, so nothing is sent. */
export async function executeRefund(
  context: Context<MpesaConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { TransactionID } = JSON.parse(prepared.body) as { TransactionID: string };
  if (TransactionID === '')
    return failed(prepared.refs, {
      ...refusalRow(118, 'never'),
      provider: 'the receipt of the payment is not known',
    });
  return send({ context, intent, operation: 'refund', prepared });
}

async function send(attempt: Attempt): Promise<Outcome> {
  const { context, prepared } = attempt;
  const body = { ...(JSON.parse(prepared.body) as object), ...secretsOf(attempt) };
  const result = await call(context, prepared.path, body);
  if (result.kind === 'not_sent') return notSent(prepared.refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'lost' || object === null) return unclear(attempt, result);
  return result.status === 200 && textMember(object, 'errorCode') === undefined
    ? accepted(attempt, result, object)
    : refused(attempt, result, object);
}

/** What is not stored: passwords, and addresses whose secrecy is the proof of notices. */
function secretsOf({ context, intent, operation, prepared }: Attempt): object {
  const { config } = context;
  const { ours } = prepared.refs;
  const address = (purpose: Parameters<typeof noticeAddress>[2]) =>
    noticeAddress(config, intent.urls.notify, purpose, ours);
  if (operation === 'collect')
    return { ...passwordAt(config, context.now()), CallBackURL: address('stk') };
  return {
    SecurityCredential: securityCredential(config),
    ResultURL: address(operation === 'payout' ? 'b2c' : 'reversal'),
    QueueTimeOutURL: address('timeout'),
  };
}

type Answer = Extract<HttpResult, { kind: 'answer' }>;

/**
 * ResponseCode 0 means taken, and no more; the answer names the provider's own id, by which it is
 * asked for.
 */
function accepted(attempt: Attempt, result: Answer, object: JsonObject): Outcome {
  const { operation, prepared } = attempt;
  const member = operation === 'collect' ? 'CheckoutRequestID' : 'ConversationID';
  const session = textMember(object, member);
  const code = codeMember(object, 'ResponseCode');
  const isOthers =
    operation === 'payout' && textMember(object, 'OriginatorConversationID') !== prepared.refs.ours;
  if (code === '0' && session !== undefined && !isOthers) {
    const originator =
      operation === 'refund' ? textMember(object, 'OriginatorConversationID') : null;
    const refs = { ...prepared.refs, session, ...defined({ originator: originator || undefined }) };
    return {
      ...pending(refs, operation === 'collect' ? 'payer' : 'provider'),
      ...defined({ nextQueryInMs: operation === 'collect' ? undefined : resultWaitMs }),
    };
  }
  if (code === undefined || code === '0') return unclear(attempt, result);
  return unlistedCode(attempt, `ResponseCode ${code}`, result.status);
}

/** Results of payouts come within seconds; asking costs the provider a notice each time. */
export const resultWaitMs = 60_000;

function refused(attempt: Attempt, result: Answer, object: JsonObject): Outcome {
  const { context, prepared } = attempt;
  // The gateway before the service refuses a token in a form of its own.
  const code = textMember(object, 'errorCode') ?? (result.status === 401 ? 'HTTP 401' : undefined);
  if (code === undefined) return unclear(attempt, result);
  const message = textMember(object, 'errorMessage');
  const forced = forcedRow(context.config, object);
  const row = forced ?? gatewayRefusal(result.status, code, message ?? '');
  // Its codes begin with the status that they come with.
  const isDocumented = forced !== null || (row !== null && code.startsWith('500.'));
  if (gaveUp(result.status, isDocumented)) return unclear(attempt, result);
  return row === null
    ? unlistedCode(attempt, code, result.status)
    : failed(prepared.refs, providerError(row, code, message));
}

function unlistedCode({ context, operation, prepared }: Attempt, code: string, httpStatus: number) {
  const found = { connector: 'mpesa', operation, code, httpStatus };
  return unlisted(context.log, found, prepared.refs, settingsOf(context.config).resolution);
}

function unclear({ context, prepared }: Attempt, result: HttpResult): Outcome {
  return unknown(prepared.refs, unclearCause(result), settingsOf(context.config).resolution);
}
