// Sends the set-up of an authentication and the steps that pay, and classifies the answers. Only a
// documented refusal of a step proves that nothing was executed. The set-up moves no money,
// whatever its answer.

import type {
  Context,
  HttpResult,
  Intent,
  JsonObject,
  Outcome,
  Prepared,
  StepInput,
} from '@jokko/connectors/kit';
import {
  asObject,
  errorIds,
  failed,
  noted,
  notSent,
  objectFromWire,
  pending,
  refusalRow,
  textMember,
  gaveUp,
} from '@jokko/connectors/kit';
import { post } from './call.ts';
import { bytesToSend } from './card-body.ts';
import type { CardParts } from './card-body.ts';
import type { CybersourceConfig } from './config.ts';
import { deviceInformation } from './device.ts';
import { query } from './query.ts';
import { ourKey, readPayment, refusal } from './read-payment.ts';
import type { Reading } from './read-payment.ts';
import { asOutcome, settle, unclear } from './settle.ts';
import type { Attempt } from './settle.ts';

/** Sends the set-up. Its end is the payer's device, or a failure: no money can have moved. */
export async function execute(
  context: Context<CybersourceConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  const { refs } = prepared;
  const result = await sendCard(context, intent, prepared, { withCode: false });
  if (result === null) return failed(refs, noCard);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  const challenge = object === null ? null : setupOf(intent, object);
  if (challenge !== null && result.kind === 'answer' && result.status === 201) {
    const until = String(context.now() + intent.payerWindowMs);
    return pending({ ...refs, session: challenge.session, until }, 'payer', challenge.challenge);
  }
  const reading = object === null ? null : refusedReading(context, intent, refs, result, object);
  return reading?.kind === 'failed'
    ? noted(context.log, { connector: 'cybersource', operation: 'pay' }, reading)
    : failed(refs, noSetup);
}

function setupOf({ payerWindowMs }: Intent, object: JsonObject) {
  const information = asObject(object['consumerAuthenticationInformation']);
  if (object['status'] !== 'COMPLETED' || information === null) return null;
  const url = textMember(information, 'deviceDataCollectionUrl');
  const token = textMember(information, 'accessToken');
  const session = textMember(information, 'referenceId');
  if (url === undefined || token === undefined || session === undefined) return null;
  const challenge = { collect: { url, fields: { JWT: token } }, expiresInMs: payerWindowMs };
  return { session, challenge };
}

/** Sends a step. Without what the payer gave, or without the card, nothing leaves. */
export async function executeStep(
  context: Context<CybersourceConfig>,
  intent: Intent,
  prepared: Prepared,
  input: StepInput | null,
): Promise<Outcome> {
  const { refs } = prepared;
  if (input === null) return notSent(refs, 'what the payer gave is no longer held');
  const more =
    input.browser === undefined ? {} : { deviceInformation: deviceInformation(input.browser) };
  const result = await sendCard(context, intent, prepared, { withCode: true, more });
  if (result === null) return notSent(refs, 'card data no longer held');
  const attempt: Attempt = { context, intent, refs, call: 'pay' };
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  if (result.kind === 'lost' || gaveUp(result.status)) return unclear(attempt, result);
  const object = objectFromWire(result.body);
  if (object === null) return unclear(attempt, result);
  const untilMs = context.now() + intent.payerWindowMs;
  const reading =
    result.status === 201
      ? readPayment({ config: context.config, ...attempt }, object, untilMs)
      : refusedReading(context, intent, refs, result, object);
  const inquire = () => query(context, intent, refs);
  return asOutcome(attempt, await settle(attempt, reading, result, inquire));
}

/** Null: the card is gone, and nothing was sent. */
async function sendCard(
  context: Context<CybersourceConfig>,
  intent: Intent,
  prepared: Prepared,
  parts: CardParts,
): Promise<HttpResult | null> {
  const body = bytesToSend(context, intent, prepared, parts);
  if (body === null) return null;
  try {
    return await post(context, prepared.path, body);
  } finally {
    // It held a card.
    body.fill(0);
  }
}

/** An answer that is no 201. 400 and 401 are documented as refused before anything is executed. */
function refusedReading(
  { config }: Context<CybersourceConfig>,
  intent: Intent,
  refs: Attempt['refs'],
  result: HttpResult,
  object: JsonObject,
): Reading | null {
  if (result.kind !== 'answer') return null;
  if (result.status === 401) return failed(refs, ourKey);
  if (result.status !== 400 && result.status !== 201) return null;
  return refusal({ config, intent, refs, call: 'pay' }, object, refs);
}

const noSetup = {
  ...refusalRow(errorIds.operatorDown, 'otherRoute', 'down'),
  provider: 'no usable answer to the set-up',
};
const noCard = {
  ...refusalRow(errorIds.partial3ds, 'never'),
  provider: 'card data no longer held',
};
