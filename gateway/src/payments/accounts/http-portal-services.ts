// Routes of the services of an account: what is active at which price, and requesting one.

import type { Database } from '../../platform/db/database.ts';
import {
  requestService,
  loadAccountServices,
  loadNewestServiceRequests,
  type ServiceRequest,
} from './index.ts';
import { isPricedByQuote, priceFor } from '../catalogue/index.ts';
import type { Catalogue, Service } from '../catalogue/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../catalogue/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { serviceRequestHandlers } from './http-service-requests.ts';

export function serviceHandlers({ database }: { database: Database }, catalogue: () => Catalogue) {
  return {
    async 'GET services'({ caller: { membership } }) {
      const own = new Map(
        (await loadAccountServices(database, membership.accountId)).map(({ code, price }) => [
          code,
          price,
        ]),
      );
      const asked = new Map(
        (await loadNewestServiceRequests(database, membership.accountId)).map((request) => [
          request.code,
          request,
        ]),
      );
      const seen = servicesSeenBy(membership, catalogue());
      const reached = catalogue().services.filter(({ code }) => seen?.includes(code) ?? true);
      const services = reached.map((service) => {
        const request = asked.get(service.code);
        return {
          ...detailsOf(service),
          price: priceOf(service, own.get(service.code) ?? null),
          active: own.has(service.code),
          request: request === undefined ? null : requestOf(request),
        };
      });
      return { ok: true, answer: { services } };
    },
    async 'POST services/ask'({ body: { code, note }, caller: { session, membership }, visit }) {
      if (servicesSeenBy(membership, catalogue())?.includes(code) === false) return notFound;
      const who = actorOf(session.user, visit);
      const wanted = {
        accountId: membership.accountId,
        userId: session.user.id,
        code,
        note: note.trim(),
      };
      const asked = await requestService(database, who, wanted);
      return asked.ok
        ? { ok: true, answer: {} }
        : { ok: false, refusal: asked.refusal === 'unknown service' ? 'notFound' : 'conflict' };
    },
    ...serviceRequestHandlers({ database }, catalogue),
  } satisfies Partial<Handlers>;
}

const requestOf = ({ state, askedAt, answer }: ServiceRequest) => ({ state, askedAt, answer });

function detailsOf(service: Service) {
  const {
    code,
    name,
    provider,
    typeService,
    direction,
    country,
    currency,
    duplicateWindowSeconds,
  } = service;
  return {
    code,
    name,
    provider,
    typeService,
    direction,
    country,
    currency,
    duplicateWindowSeconds,
    minimum: service.minimum,
    maximum: service.maximum,
    multipleOf: service.multipleOf,
    dailyMaximum: service.dailyMaximum,
    weeklyMaximum: service.weeklyMaximum,
    monthlyMaximum: service.monthlyMaximum,
    messagePrice: service.messagePrice,
  };
}

function priceOf(service: Service, own: Parameters<typeof priceFor>[1]) {
  const { percent, fixed, minimum, maximum, refundsCommission } = priceFor(service, own);
  const bounds = { minimum, maximum };
  return {
    percent,
    fixed,
    ...bounds,
    refundsCommission,
    quoted: isPricedByQuote(service),
    own: own !== null,
  };
}
