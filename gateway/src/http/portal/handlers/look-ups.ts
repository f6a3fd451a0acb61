// Routes of look-ups at providers. They do what the endpoints of the interface do, so that an operation may lean on them; who is limited to
// countries asks about services of these alone.

import { checkRemitSendInfo, fillAmount, remitSendDataExample, toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { ProviderError, RemitSendData } from '@jokko/connector-kit';
import type { Database } from '../../../db/database.ts';
import type { Account } from '../../../domain/accounts/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { errorCodeAndText } from '../../../domain/catalogue/index.ts';
import {
  lookUpBills,
  lookUpReception,
  lookUpServices,
  quoteRemittance,
  refusalOf,
  type LookUpDeps,
  type NotAsked,
} from '../../../domain/operations/index.ts';
import { personOf, type LiveSession, type Membership, type Refused, type Visit } from '../../../domain/people/index.ts';
import { whenAdmitted, type AdmittedDeps } from '../admitted.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';

export type LookUpHandlersDeps = LookUpDeps & AdmittedDeps & { database: Database };

interface Asker {
  live: LiveSession;
  membership: Extract<Membership, { side: 'developer' }>;
}

const kinds = ['bills', 'quote', 'reception'] as const;
const wrongService: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'service', problem: 'notAllowed' }] };

export function lookUpHandlers(deps: LookUpHandlersDeps) {
  return {
    async 'GET look-ups'({ caller: { membership } }) {
      const account = await deps.directory.byId(membership.accountId);
      const seen = servicesSeenBy(membership, deps.catalogue());
      const services = kinds.flatMap((kind) =>
        (account === null ? [] : lookUpServices(deps, account, kind))
          .filter(({ code }) => seen === null || seen.includes(code))
          .map(({ code, name, currency }) => ({ kind, code, name, currency })),
      );
      return { ok: true, answer: { services, sendDataExample: remitSendDataExample } };
    },
    'POST look-ups/bills': ({ body: { service, accountNumber }, caller, visit }) =>
      ask<RouteAnswer<'POST look-ups/bills'>>(deps, caller, visit, { service, action: 'bills.look-up' }, async (account) => {
        const listed = await lookUpBills(deps, account, { codeService: service, accountNumber: accountNumber.trim() });
        if (!listed.ok)
          return 'notAsked' in listed ? listed : { ok: true, answer: { problem: wordsOf(listed, caller), currency: '', bills: [] } };
        const bills = listed.bills.map(({ billReference: reference, amount, infos }) => ({
          ...{ reference, amount: toDecimalString(amount) },
          infos: infos.map(({ label, value }) => ({ label, value })),
        }));
        return { ok: true, answer: { problem: null, currency: listed.service.currency, bills } };
      }),
    'POST look-ups/quote'({ body: { service, amount, sendData }, caller, visit }) {
      const faults = checkRemitSendInfo({ apiKey: 'of the portal', codeService: service, amount, remitSendData: sendData });
      const fields = faults.map(({ field, problem }) => ({ field: field.replace('remitSendData', 'sendData'), problem }));
      if (fields.length > 0) return { ok: false, refusal: 'invalid', fields };
      return ask<RouteAnswer<'POST look-ups/quote'>>(deps, caller, visit, { service, action: 'remittance.quote' }, async (account) => {
        const order = { codeService: service, amount, sendData: sendData as RemitSendData };
        const quoted = await quoteRemittance(deps, account, order);
        if (!quoted.ok) return 'notAsked' in quoted ? quoted : { ok: true, answer: { problem: wordsOf(quoted, caller), facts: [] } };
        return { ok: true, answer: { problem: null, facts: factsOf(quoted.quote) } };
      });
    },
    'POST look-ups/reception': ({ body: { service, reference }, caller, visit }) =>
      ask<RouteAnswer<'POST look-ups/reception'>>(deps, caller, visit, { service, action: 'remittance.look-up' }, async (account) => {
        const found = await lookUpReception(deps, account, { codeService: service, reference });
        if (!found.ok) return 'notAsked' in found ? found : { ok: true, answer: { problem: wordsOf(found, caller), facts: [] } };
        return { ok: true, answer: { problem: null, facts: factsOf(found.record) } };
      }),
  } satisfies Partial<Handlers>;

  /** Without the amount's place, which nobody fills here. */
  function wordsOf({ error }: { error: ProviderError }, { live: { person } }: Asker): string {
    const { errorId } = refusalOf(error);
    const { text } = errorCodeAndText(deps.catalogue(), errorId, person.language);
    return fillAmount(text, '') === text ? text : errorCodeAndText(deps.catalogue(), null, person.language).text;
  }
}

/** Names of people are looked at, so who did is written down. */
async function ask<Answer>(
  deps: LookUpHandlersDeps,
  { live, membership }: Asker,
  visit: Visit,
  { service, action }: { service: string; action: string },
  look: (account: Account) => Promise<{ ok: true; answer: Answer } | { ok: false; notAsked: NotAsked }>,
): Promise<{ ok: true; answer: Answer } | Refused> {
  const { accountId } = membership;
  if (servicesSeenBy(membership, deps.catalogue())?.includes(service) === false) return wrongService;
  const account = await deps.directory.byId(accountId);
  if (account === null) return wrongService;
  return whenAdmitted<{ ok: true; answer: Answer } | Refused>(deps, accountId, 'read', async () => {
    const looked = await look(account);
    if (!looked.ok) return wrongService;
    await noteAudit(deps.database, { who: personOf(live.person, visit), action, accountId, subject: `service/${service}` });
    return looked;
  });
}

function factsOf(record: object, before = ''): { name: string; value: string }[] {
  return Object.entries(record).flatMap(([member, value]: [string, unknown]) => {
    const name = before + member;
    if (typeof value === 'object' && value !== null) return factsOf(value, `${name}.`);
    const isTold = typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean';
    return isTold ? [{ name, value: String(value) }] : [];
  });
}
