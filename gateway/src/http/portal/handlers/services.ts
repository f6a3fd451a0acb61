// Routes of the services of an account, and of the operator's decisions about them.

import { toDecimalString } from '@jokko/contract';
import {
  askForService,
  decideServiceRequest,
  loadAccountServices,
  loadNewestServiceRequests,
  loadServiceRequestPage,
} from '../../../domain/accounts/index.ts';
import { priceFor } from '../../../domain/catalogue/index.ts';
import type { Catalogue, Service } from '../../../domain/catalogue/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';

const pageRows = 50;
const decimal = (amount: bigint | null): string | null => (amount === null ? null : toDecimalString(amount));

export function serviceHandlers({ database }: PeopleDeps, catalogue: () => Catalogue) {
  return {
    async 'GET services'({ caller: { membership } }) {
      const own = new Map((await loadAccountServices(database, membership.accountId)).map(({ code, price }) => [code, price]));
      const asked = new Map((await loadNewestServiceRequests(database, membership.accountId)).map((request) => [request.code, request]));
      const seen = servicesSeenBy(membership, catalogue());
      const reached = catalogue().services.filter(({ code }) => seen?.includes(code) ?? true);
      const services = reached.map((service) => {
        const request = asked.get(service.code);
        return {
          ...factsOf(service),
          price: priceOf(service, own.get(service.code) ?? null),
          active: own.has(service.code),
          request: request === undefined ? null : { state: request.state, askedAt: request.askedAt.toISOString(), answer: request.answer },
        };
      });
      return { ok: true, answer: { services } };
    },
    async 'POST services/ask'({ body: { code, note }, caller: { live, membership }, visit }) {
      if (servicesSeenBy(membership, catalogue())?.includes(code) === false) return { ok: false, refusal: 'notFound' };
      const who = personOf(live.person, visit);
      const wanted = { accountId: membership.accountId, personId: live.person.id, code, note: note.trim() };
      const asked = await askForService(database, who, wanted);
      return asked.ok ? { ok: true, answer: {} } : { ok: false, refusal: asked.refusal === 'unknown service' ? 'notFound' : 'conflict' };
    },
    async 'GET service-requests'({ query: { state = 'open', after } }) {
      const page = { state, before: after === undefined ? null : Number(after), limit: pageRows + 1 };
      const rows = await loadServiceRequestPage(database, page);
      const items = rows.slice(0, pageRows).map(({ askedAt, decidedAt, ...row }) => ({
        ...row,
        serviceName: catalogue().service(row.code)?.name ?? null,
        ...{ askedAt: askedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null },
      }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(items.at(-1)!.id) : null } };
    },
    async 'POST service-requests/decide'({ body, caller: { live }, visit }) {
      const decision = { ...body, personId: live.person.id, answer: body.answer.trim() };
      const decided = await decideServiceRequest(database, personOf(live.person, visit), decision);
      return decided.ok ? { ok: true, answer: {} } : { ok: false, refusal: 'conflict' };
    },
  } satisfies Partial<Handlers>;
}

function factsOf(service: Service) {
  const { code, name, provider, typeService, direction, country, currency, duplicateWindowSeconds } = service;
  return {
    ...{ code, name, provider, typeService, direction, country, currency, duplicateWindowSeconds },
    ...{ minimum: decimal(service.minimum), maximum: decimal(service.maximum), multipleOf: decimal(service.multipleOf) },
    ...{ dailyMaximum: decimal(service.dailyMaximum), weeklyMaximum: decimal(service.weeklyMaximum) },
    ...{ monthlyMaximum: decimal(service.monthlyMaximum), messagePrice: decimal(service.messagePrice) },
  };
}

function priceOf(service: Service, own: Parameters<typeof priceFor>[1]) {
  const { percent, fixed, minimum, maximum, refundsCommission } = priceFor(service, own);
  const bounds = { minimum: decimal(minimum), maximum: decimal(maximum) };
  return { percent: toDecimalString(percent), fixed: toDecimalString(fixed), ...bounds, refundsCommission, own: own !== null };
}
