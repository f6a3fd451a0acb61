// Routes of look-ups at providers. They do what the endpoints of the interface do, so that an
// operation may lean on them; who is limited to countries asks about services of these alone.

import { remitSendDataExample } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import { inquireBills, inquiryServices } from '../../payments/operations/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { type InquiryHandlersDeps, messagesOf, ask } from './http-inquiry-call.ts';
import { remittanceInquiryHandlers } from './http-remittance-inquiries.ts';

const kinds = ['bills', 'quote', 'reception'] as const;
export function inquiryHandlers(deps: InquiryHandlersDeps) {
  return {
    async 'GET inquiries'({ caller: { membership } }) {
      const account = await deps.directory.byId(membership.accountId);
      const seen = servicesSeenBy(membership, deps.catalogue());
      const services = kinds.flatMap((kind) =>
        (account === null ? [] : inquiryServices(deps, account, kind))
          .filter(({ code }) => seen === null || seen.includes(code))
          .map(({ code, name, currency }) => ({ kind, code, name, currency })),
      );
      return { ok: true, answer: { services, sendDataExample: remitSendDataExample } };
    },
    'POST inquiries/bills': ({ body: { service, accountNumber }, caller, visit }) =>
      ask<RouteResult<'POST inquiries/bills'>>(
        deps,
        caller,
        visit,
        { service, action: 'bills.look-up' },
        async (account) => {
          const listed = await inquireBills(deps, account, {
            codeService: service,
            accountNumber: accountNumber.trim(),
          });
          if (!listed.ok)
            return 'notAsked' in listed
              ? listed
              : {
                  ok: true,
                  answer: { problem: messagesOf(deps, listed, caller), currency: '', bills: [] },
                };
          const { language } = caller.session.user;
          const bills = listed.bills.map(({ billReference: reference, amount, infos }) => ({
            reference,
            amount,
            infos: infos.map(({ label, value }) => ({ label: label[language], value })),
          }));
          return { ok: true, answer: { problem: null, currency: listed.service.currency, bills } };
        },
      ),
    ...remittanceInquiryHandlers(deps),
  } satisfies Partial<Handlers>;
}
