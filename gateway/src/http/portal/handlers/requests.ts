// Routes of the request inspector. An account sees its own refused calls; who is limited to countries, those of their services.

import { endpoints, smsEndpoints } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Session } from '../../../db/database.ts';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import { findRefusal, listRefusals, type StoredRefusal } from '../../../domain/refusals/index.ts';
import type { Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';

const pageRows = 50;
const allEndpoints = [...endpoints, ...smsEndpoints].map(({ method, path }) => `${method} ${path}`);
const wrongTime: Refused = { ok: false, refusal: 'invalid', fields: [{ field: 'from', problem: 'notAllowed' }] };

export function requestHandlers(database: Session, catalogue: () => Catalogue) {
  return {
    async 'GET requests'({ query: { endpoint, code, key, requestId, from, until, after }, caller: { membership } }) {
      const times = { from: from === undefined ? null : new Date(from), until: until === undefined ? null : new Date(until) };
      if (Object.values(times).some((at) => at !== null && Number.isNaN(at.getTime()))) return wrongTime;
      const filter = {
        ...{ accountId: membership.accountId, services: servicesSeenBy(membership, catalogue()), ...times },
        ...{ endpoint: endpoint ?? null, code: code === undefined ? null : Number(code) },
        ...{ keyName: key ?? null, requestId: requestId ?? null },
      };
      const rows = await listRefusals(database, filter, after === undefined ? null : BigInt(after), pageRows + 1);
      const shown = rows.slice(0, pageRows);
      const next = rows.length > pageRows ? String(shown.at(-1)!.id) : null;
      return { ok: true, answer: { items: shown.map(itemOf), next, endpoints: allEndpoints } };
    },
    async 'GET requests/:id'({ params: { id }, caller: { membership } }) {
      const found = await findRefusal(database, membership.accountId, BigInt(id), servicesSeenBy(membership, catalogue()));
      if (found === null) return { ok: false, refusal: 'notFound' };
      const { address, fields, members } = found;
      return { ok: true, answer: { ...itemOf(found), address, fields, members } };
    },
  } satisfies Partial<Handlers>;
}

function itemOf(call: StoredRefusal): RouteAnswer<'GET requests'>['items'][number] {
  const { endpoint, code, error, message, keyName, keyValid, requestId, durationMs, codeService } = call;
  return {
    ...{ id: String(call.id), at: call.at.toISOString(), endpoint, code, error, message },
    ...{ service: codeService, keyName, keyValid, requestId, durationMs },
  };
}
