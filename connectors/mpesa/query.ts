// Asks for the status of an attempt. That of a push is answered at once, by the id that its answer
// told. That of a payout or reversal is answered by a notice (receive.ts): here it is only asked
// for.

import type { Context, HttpResult, Intent, QueryOutcome, Refs } from '@jokko/connectors/kit';
import {
  codeMember,
  failed,
  noted,
  objectFromWire,
  pending,
  succeeded,
  textMember,
  unclearCause,
  unknown,
} from '@jokko/connectors/kit';
import { call, passwordAt, securityCredential } from './call.ts';
import { settingsOf } from './config.ts';
import type { MpesaConfig } from './config.ts';
import { resultWaitMs } from './execute.ts';
import { noticeAddress } from './notice-address.ts';
import { operationOf } from './operations.ts';
import { readResult } from './read-result.ts';
import { isBeingProcessed } from './result-table.ts';

/** Never `absent`: the provider cannot say that it does not know an attempt of ours. */
export async function query(
  context: Context<MpesaConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  return operationOf(intent) === 'collect'
    ? queryPush(context, refs)
    : askForNotice(context, intent, refs, refs.ours);
}

/** A reversal is known by the id that its answer gave it. */
export async function queryRefund(
  context: Context<MpesaConfig>,
  intent: Intent,
  refs: Refs,
): Promise<QueryOutcome> {
  const originator = refs['originator'];
  return originator === undefined
    ? unclear(context, refs, 'ambiguous')
    : askForNotice(context, intent, refs, originator);
}

async function queryPush(context: Context<MpesaConfig>, refs: Refs): Promise<QueryOutcome> {
  const { config } = context;
  const { session } = refs;
  // Its answer was lost; only the callback can tell.
  if (session === undefined) return unclear(context, refs, 'ambiguous');
  const body = { ...passwordAt(config, context.now()), CheckoutRequestID: session };
  const result = await call(context, '/mpesa/stkpushquery/v1/query', body);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind !== 'answer' || object === null) return unclear(context, refs, result);
  const code = textMember(object, 'errorCode');
  if (code !== undefined && isBeingProcessed(code, textMember(object, 'errorMessage') ?? ''))
    return pending(refs, 'payer');
  if (result.status !== 200) return unclear(context, refs, result);
  if (textMember(object, 'CheckoutRequestID') !== session) return unclear(context, refs, result);
  const read = readResult(config, 'collect', object);
  switch (read?.kind) {
    case undefined:
      return unclear(context, refs, result);
    case 'wait':
      return pending(refs, 'payer');
    case 'done':
      // The receipt comes with the callback only.
      return succeeded({ ...refs, theirs: refs.theirs ?? session });
    case 'refused':
      return noted(
        context.log,
        { connector: 'mpesa', operation: 'collect' },
        failed(refs, read.error),
      );
  }
}

/**
 * That the question was taken says nothing new: what we know stays as it is until the notice comes.
 */
async function askForNotice(
  context: Context<MpesaConfig>,
  intent: Intent,
  refs: Refs,
  originator: string,
): Promise<QueryOutcome> {
  const { config } = context;
  const { initiator, payoutShortCode } = settingsOf(config);
  const isPayout = operationOf(intent) === 'payout';
  const address = noticeAddress(config, intent.urls.notify, 'status', refs.ours);
  const result = await call(context, '/mpesa/transactionstatus/v1/query', {
    Initiator: initiator?.name,
    SecurityCredential: securityCredential(config),
    CommandID: 'TransactionStatusQuery',
    OriginatorConversationID: originator,
    PartyA: isPayout ? payoutShortCode : config.shortCode,
    IdentifierType: '4',
    ResultURL: address,
    QueueTimeOutURL: address,
    Remarks: 'Status',
    Occasion: '',
  });
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  const isTaken =
    result.kind === 'answer' &&
    result.status === 200 &&
    object !== null &&
    codeMember(object, 'ResponseCode') === '0';
  return isTaken && refs.session !== undefined
    ? { ...pending(refs, 'provider'), nextQueryInMs: resultWaitMs }
    : unclear(context, refs, isTaken ? 'ambiguous' : result);
}

function unclear(
  { config }: Context<MpesaConfig>,
  refs: Refs,
  why: HttpResult | 'ambiguous',
): QueryOutcome {
  const cause = why === 'ambiguous' ? why : unclearCause(why);
  return unknown(refs, cause, settingsOf(config).resolution);
}
