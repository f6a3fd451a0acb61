// POST /api/send-sms: one text to many recipients, all of them or none (rules X1–X5).

import type { FastifyInstance } from 'fastify';
import {
  batchIdHeader,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  readSendSms,
  smsCodes,
  smsRefusal,
  smsTexts,
  toDecimalString,
  type Language,
} from '@jokko/contract';
import { acceptMessages, type AcceptDeps, type AcceptRefusal } from '../../domain/sms/index.ts';
import { refuseField, refuseWhole, registerSmsPost, type SmsAnswer, type SmsEndpointDeps } from './endpoint.ts';

export type SendSmsDeps = SmsEndpointDeps & { accept: AcceptDeps };

const keyForm = new RegExp(idempotencyKeyPattern);
const keyHeader = idempotencyKeyHeader.toLowerCase();

export function registerSendSms(app: FastifyInstance, deps: SendSmsDeps): void {
  registerSmsPost(app, deps, { path: '/api/send-sms', kind: 'message', read: readSendSms }, async (call, command) => {
    const { language } = call.app;
    const key = call.request.headers[keyHeader] ?? '';
    if (typeof key !== 'string' || (key !== '' && !keyForm.test(key)))
      return refuseField(idempotencyKeyHeader, smsTexts[language].idempotencyKeyInvalid());
    const { sender, content, msisdn } = command;
    const request = { sender: sender.sender, content, msisdns: msisdn, idempotencyKey: key === '' ? null : key };
    const accepted = await acceptMessages(deps.accept, call.appKey, call.app, request);
    if (!accepted.ok) return refusedAnswer(accepted.refusal, language);
    call.reply.header(batchIdHeader, accepted.batchId);
    const msg = smsTexts[language].accepted({ recipients: accepted.recipients });
    return { body: { code: smsCodes.accepted, error: false, msg, data: [] } };
  });
}

export function refusedAnswer(refusal: AcceptRefusal, language: Language): SmsAnswer {
  const say = smsTexts[language];
  switch (refusal.type) {
    case 'numbers': {
      const data = Object.fromEntries(Array.from(refusal.problems, ([number, problem]) => [number, say.number[problem]]));
      return { refused: smsRefusal(data, say.numbersRefused({ count: refusal.problems.size })) };
    }
    case 'tooManyParts':
      return refuseField('content', say.contentTooLong({ parts: refusal.parts, max: refusal.partsMax }));
    case 'emptyText':
      return refuseField('content', say.fault['content.empty']);
    case 'senderNotAllowed':
      return refuseField('sender', say.fault['sender.notAllowed']);
    case 'currenciesDiffer':
      return refuseField('msisdn', say.currenciesDiffer());
    case 'balanceTooLow': {
      const { needed, available, currency } = refusal;
      const amounts = { needed: `${toDecimalString(needed)} ${currency}`, available: `${toDecimalString(available)} ${currency}` };
      return refuseField('balance', say.balanceTooLow(amounts));
    }
    case 'keyUsed':
      return refuseField(idempotencyKeyHeader, say.idempotencyKeyUsed());
    case 'suspended':
      return refuseWhole(say.accountSuspended());
    case 'appEnded':
      return refuseField('app_key', say.fault['app_key.wrong']);
  }
}
