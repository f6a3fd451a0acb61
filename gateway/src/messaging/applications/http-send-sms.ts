// POST /api/send-sms: one text to many recipients, all of them or none (rules X1–X5).

import {
  batchIdHeader,
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  readSendSms,
  smsCodes,
  smsRefusal,
  smsTexts,
  suggestions,
  toDecimalString,
  type AddressProblem,
  type Language,
} from '@jokko/contract';
import { inTurns } from '../../platform/in-turns.ts';
import { acceptMessages, type AcceptDeps, type AcceptRefusal } from './index.ts';
import {
  refuseField,
  refuseWhole,
  smsPost,
  type SmsAnswer,
  type SmsEndpoint,
  type SmsEndpointDeps,
} from '../api/http-endpoint.ts';

export type SendSmsDeps = SmsEndpointDeps & {
  accept: AcceptDeps;
  /** What is wrong with an address for reports, by its text alone; null: nothing. */
  reportUrlProblem(url: string): AddressProblem | null;
};

const keyForm = new RegExp(idempotencyKeyPattern);
const keyHeader = idempotencyKeyHeader.toLowerCase();

export function sendSmsEndpoint(deps: SendSmsDeps): SmsEndpoint {
  return smsPost({
    method: 'POST',
    path: '/api/send-sms',
    kind: 'message',
    read: readSendSms,
    handle: async (call, command) => {
      const { language } = call.app;
      const key = call.request.headers[keyHeader] ?? '';
      if (typeof key !== 'string' || (key !== '' && !keyForm.test(key)))
        return refuseField(idempotencyKeyHeader, smsTexts[language].idempotencyKeyInvalid());
      const { sender, content, msisdn, scheduleAt, callbackUrl } = command;
      const problem = callbackUrl === null ? null : deps.reportUrlProblem(callbackUrl);
      if (problem !== null) return refuseField('callbackUrl', addressText(problem, language));
      const request = {
        sender: sender.sender,
        content,
        msisdns: msisdn,
        idempotencyKey: key === '' ? null : key,
        scheduleAtMs: scheduleAt,
        reportUrl: callbackUrl,
      };
      const accepted = await acceptMessages(deps.accept, call.appKey, call.app, request);
      if (!accepted.ok) return refusedAnswer(accepted.refusal, language);
      call.reply.header(batchIdHeader, accepted.batchId);
      const msg = smsTexts[language].accepted({ recipients: accepted.recipients });
      return { body: { code: smsCodes.accepted, error: false, msg, data: [] } };
    },
  });
}

/** The reason is the second sentence. */
function addressText({ problem, reason }: AddressProblem, language: Language): string {
  const fault = problem === 'notHttps' ? 'callbackUrl.notHttps' : 'callbackUrl.notAllowed';
  return `${smsTexts[language].fault[fault]} ${suggestions[language].address[reason]}`;
}

/**
 * Faults a slice at a time: to find what was meant by ten thousand numbers takes a tenth of a
 * second.
 */
const faultsAtOnce = 500;

export async function refusedAnswer(
  refusal: AcceptRefusal,
  language: Language,
): Promise<SmsAnswer> {
  const say = smsTexts[language];
  switch (refusal.type) {
    case 'numbers': {
      const data: [number: string, text: string][] = [];
      await inTurns([...refusal.problems], faultsAtOnce, ([number, fault]) =>
        data.push([number, say.number(fault())]),
      );
      return {
        refused: smsRefusal(
          Object.fromEntries(data),
          say.numbersRefused({ count: refusal.problems.size }),
        ),
      };
    }
    case 'tooManyParts':
      return refuseField(
        'content',
        say.contentTooLong({ parts: refusal.parts, max: refusal.partsMax }),
      );
    case 'scheduleAt':
      return refuseField('scheduleAt', say.fault[`scheduleAt.${refusal.problem}`]);
    case 'emptyText':
      return refuseField('content', say.fault['content.empty']);
    case 'senderNotAllowed':
      return refuseField('sender', say.fault['sender.notAllowed']);
    case 'balanceTooLow': {
      const sentences = refusal.short.map(({ needed, available, currency }) =>
        say.balanceTooLow({
          needed: `${toDecimalString(needed)} ${currency}`,
          available: `${toDecimalString(available)} ${currency}`,
        }),
      );
      return refuseField('balance', sentences.join(' '));
    }
    case 'keyUsed':
      return refuseField(idempotencyKeyHeader, say.idempotencyKeyUsed());
    case 'suspended':
      return refuseWhole(say.accountSuspended());
    case 'appEnded':
      return refuseField('app_key', say.fault['app_key.wrong']);
  }
}
