// Routes of inquiries about remittances: what one would cost, and whether one can be received.

import { checkRemitSendInfo } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { RemitSendData } from '@jokko/connectors/kit';
import { inquireReception, quoteRemittance } from '../../payments/operations/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { type InquiryHandlersDeps, messagesOf, ask } from './http-inquiry-call.ts';

export function remittanceInquiryHandlers(deps: InquiryHandlersDeps) {
  return {
    'POST inquiries/quote'({ body: { service, amount, sendData }, caller, visit }) {
      const faults = checkRemitSendInfo({
        apiKey: 'of the portal',
        codeService: service,
        amount,
        remitSendData: sendData,
      });
      const fields = faults.map(({ field, problem }) => ({
        field: field.replace('remitSendData', 'sendData'),
        problem,
      }));
      if (fields.length > 0) return { ok: false, refusal: 'invalid', fields };
      return ask<RouteResult<'POST inquiries/quote'>>(
        deps,
        caller,
        visit,
        { service, action: 'remittance.quote' },
        async (account) => {
          const order = { codeService: service, amount, sendData: sendData as RemitSendData };
          const quoted = await quoteRemittance(deps, account, order);
          if (!quoted.ok)
            return 'notAsked' in quoted
              ? quoted
              : { ok: true, answer: { problem: messagesOf(deps, quoted, caller), details: [] } };
          return { ok: true, answer: { problem: null, details: detailsOf(quoted.quote) } };
        },
      );
    },
    'POST inquiries/reception': ({ body: { service, reference }, caller, visit }) =>
      ask<RouteResult<'POST inquiries/reception'>>(
        deps,
        caller,
        visit,
        { service, action: 'remittance.look-up' },
        async (account) => {
          const found = await inquireReception(deps, account, { codeService: service, reference });
          if (!found.ok)
            return 'notAsked' in found
              ? found
              : { ok: true, answer: { problem: messagesOf(deps, found, caller), details: [] } };
          return { ok: true, answer: { problem: null, details: detailsOf(found.record) } };
        },
      ),
  } satisfies Partial<Handlers>;
}

function detailsOf(record: object, before = ''): { name: string; value: string }[] {
  return Object.entries(record).flatMap(([member, value]: [string, unknown]) => {
    const name = before + member;
    if (typeof value === 'object' && value !== null) return detailsOf(value, `${name}.`);
    const isReported =
      typeof value === 'string'
        ? value !== ''
        : typeof value === 'number' || typeof value === 'boolean';
    return isReported ? [{ name, value: String(value) }] : [];
  });
}
