// Opens a payment page. No money can move before its payer has followed its link, which only the
// answer tells.

import {
  failed,
  isHttpAddress,
  notSent,
  objectFromWire,
  pending,
  providerError,
  queryRow,
  sandboxRow,
  textMember,
  unclearCause,
  unknown,
  unlisted,
  gaveUp,
} from '@jokko/connectors/kit';
import type {
  Challenge,
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  RefusalRow,
} from '@jokko/connectors/kit';
import { post } from './call.ts';
import { settingsOf } from './config.ts';
import type { OrangeWebpayConfig } from './config.ts';
import { errors } from './outcome-table.ts';

/** The provider's page is closed after about ten minutes. */
const pageLifeMs = 10 * 60_000;

export async function execute(
  context: Context<OrangeWebpayConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { config } = context;
  const body = { merchant_key: config.merchantKey, ...(JSON.parse(prepared.body) as object) };
  const result = await post(context, 'webpayment', body);
  if (result.kind === 'not_sent') return notSent(prepared.refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (result.kind === 'answer' && object !== null && !gaveUp(result.status))
    return result.status < 300
      ? opened(context, intent, prepared, object)
      : refused(context, prepared, result.status, object);
  return unclear(context, prepared, result);
}

function opened(
  context: Context<OrangeWebpayConfig>,
  intent: Intent,
  prepared: Prepared,
  object: JsonObject,
): Outcome {
  const payToken = textMember(object, 'pay_token');
  const url = textMember(object, 'payment_url');
  if (payToken === undefined || !isHttpAddress(url)) {
    const code = `message ${textMember(object, 'message') ?? ''}`;
    return strange(context, prepared, code, 201);
  }
  const isQr = intent.extra.type === 'wallet' && intent.extra.link === 'qr';
  const link = isQr ? { qrText: url } : { deepLinkUrl: url };
  const challenge: Challenge = { ...link, expiresInMs: pageLifeMs };
  return pending({ ...prepared.refs, session: payToken }, 'payer', challenge);
}

function refused(
  context: Context<OrangeWebpayConfig>,
  prepared: Prepared,
  httpStatus: number,
  object: JsonObject,
): Outcome {
  const code = codeOf(object);
  const row = forcedRow(context.config, object) ?? queryRow(errors, 'collect', code);
  if (row === undefined) return strange(context, prepared, code, httpStatus);
  return failed(prepared.refs, providerError(row, code, textMember(object, 'message')));
}

const codeOf = ({ code }: JsonObject): string =>
  typeof code === 'number' || typeof code === 'string' ? String(code) : 'no code';

/** Our simulator names the entry of the catalogue itself. */
export function forcedRow(config: OrangeWebpayConfig, object: JsonObject): RefusalRow | undefined {
  const id = config.sandbox ? object['catalogueId'] : undefined;
  return typeof id === 'number' ? (sandboxRow(id) ?? undefined) : undefined;
}

function strange(
  { log, config }: Context<OrangeWebpayConfig>,
  { refs }: Prepared,
  code: string,
  httpStatus: number,
): Outcome {
  const found = { connector: 'orange-webpay', operation: 'collect', code, httpStatus };
  return unlisted(log, found, refs, settingsOf(config).resolution);
}

function unclear(
  { config }: Context<OrangeWebpayConfig>,
  { refs }: Prepared,
  result: HttpResult,
): Outcome {
  return unknown(refs, unclearCause(result), settingsOf(config).resolution);
}
