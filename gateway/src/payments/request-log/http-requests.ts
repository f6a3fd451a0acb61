// Routes of the request inspector. An account sees its own refused calls; who is limited to countries, those of their services.

import { endpoints, smsEndpoints } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { findRejectedRequest, listRejectedRequests, type StoredRefusal } from './index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../catalogue/index.ts';
import { notFound, refuseField } from '../../platform/http/portal/refused.ts';

const allEndpoints = [...endpoints, ...smsEndpoints].map(({ method, path }) => `${method} ${path}`);
const wrongTime = refuseField('from', 'notAllowed');

export function requestHandlers(database: Session, catalogue: () => Catalogue) {
  return {
    async 'GET request-log'({
      query: { endpoint, code, key, requestId, from, until, after },
      caller: { membership },
    }) {
      const times = {
        from: from === undefined ? null : new Date(from),
        until: until === undefined ? null : new Date(until),
      };
      if (Object.values(times).some((at) => at !== null && Number.isNaN(at.getTime())))
        return wrongTime;
      const filter = {
        accountId: membership.accountId,
        services: servicesSeenBy(membership, catalogue()),
        ...times,
        endpoint: endpoint ?? null,
        code: code === undefined ? null : Number(code),
        keyName: key ?? null,
        requestId: requestId ?? null,
      };
      const rows = await listRejectedRequests(
        database,
        filter,
        after === undefined ? null : BigInt(after),
        pageRowsRead,
      );
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);

      return { ok: true, answer: { items: shown.map(itemOf), next, endpoints: allEndpoints } };
    },
    async 'GET request-log/:id'({ params: { id }, caller: { membership } }) {
      const found = await findRejectedRequest(
        database,
        membership.accountId,
        BigInt(id),
        servicesSeenBy(membership, catalogue()),
      );
      if (found === null) return notFound;
      const { address, fields, members } = found;
      return { ok: true, answer: { ...itemOf(found), address, fields, members } };
    },
  } satisfies Partial<Handlers>;
}

function itemOf(call: StoredRefusal): RouteResult<'GET request-log'>['items'][number] {
  const { endpoint, code, error, message, keyName, keyValid, requestId, durationMs, codeService } =
    call;
  return {
    id: String(call.id),
    at: call.at,
    endpoint,
    code,
    error,
    message,
    service: codeService,
    keyName,
    keyValid,
    requestId,
    durationMs,
  };
}
