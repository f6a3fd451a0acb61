// Routes of the request inspector. An account sees its own requests; who is limited to countries,
// those of their services.

import { codes, endpoints, smsEndpoints } from '@jokko/contract';
import type { RouteQuery, RouteResult } from '@jokko/contract/portal';
import type { Session } from '../../platform/db/database.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import { findRejectedRequest, type AcceptedCounter } from '../../payments/request-log/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { itemOf } from './http-transaction-reading.ts';
import { readFilter, type Wanted } from './http-transaction-filter.ts';
import { readRequestPage, type RequestRow, type RowFilter, type RowPlace } from './request-page.ts';

interface RequestDeps {
  database: Session;
  catalogue(): Catalogue;
  acceptedRequests: AcceptedCounter;
}

type Query = RouteQuery<'GET request-log'>;
type Item = RouteResult<'GET request-log'>['items'][number];

const allEndpoints = [...endpoints, ...smsEndpoints].map(({ method, path }) => `${method} ${path}`);
const operationEndpoint = 'POST /api-services/operation';

export function requestHandlers({ database, catalogue, acceptedRequests }: RequestDeps) {
  return {
    async 'GET request-log'({ query, caller: { membership } }) {
      const { accountId } = membership;
      const present = catalogue();
      const services = servicesSeenBy(membership, present);
      const { q, from, until } = query;
      const wanted = readFilter(
        { ...(q && { q }), ...(from && { from }), ...(until && { until }) },
        { accountId, accounts: null },
        services,
      );
      if (!wanted.ok) return wanted;
      const page = await readRequestPage(
        database,
        accountId,
        filterOf(query, wanted, { accountId, services }),
        query.after === undefined ? null : readPlace(query.after),
      );
      return {
        ok: true,
        answer: {
          items: page.rows.map((row) => rowOf(row, present)),
          next: page.next === null ? null : placeText(page.next),
          searchedUntil: page.searchedUntil,
          endpoints: allEndpoints,
        },
      };
    },
    'GET request-log/accepted': ({ caller: { membership } }) => ({
      ok: true,
      answer: acceptedRequests.read(membership.accountId),
    }),
    async 'GET request-log/:id'({ params: { id }, caller: { membership } }) {
      const found = await findRejectedRequest(
        database,
        membership.accountId,
        BigInt(id),
        servicesSeenBy(membership, catalogue()),
      );
      if (found === null) return notFound;
      const { codeService, ...call } = found;
      return { ok: true, answer: { ...call, id: String(found.id), service: codeService } };
    },
  } satisfies Partial<Handlers>;
}

function filterOf(
  { outcome, endpoint, code, key }: Query,
  { filter }: Extract<Wanted, { ok: true }>,
  { accountId, services }: { accountId: number; services: readonly string[] | null },
): RowFilter {
  const answered = code === undefined ? null : Number(code);
  const { from, until, identified } = filter;
  // No transaction tells which key was used.
  const mayOpen =
    (endpoint ?? operationEndpoint) === operationEndpoint &&
    key === undefined &&
    (answered === null || answered === codes.done || answered === codes.refused);
  return {
    rejected:
      outcome === 'transaction' || answered === codes.done
        ? null
        : {
            accountId,
            services,
            from,
            until,
            endpoint: endpoint ?? null,
            code: answered,
            keyName: key ?? null,
            given: identified?.text ?? null,
          },
    operations:
      outcome === 'rejected' || !mayOpen
        ? null
        : { ...filter, states: answered === codes.refused ? ['FAILED'] : null },
    code: answered,
  };
}

const placeText = ({ outcome, at, id }: RowPlace): string => `${outcome[0]!}${id}.${at.getTime()}`;

function readPlace(text: string): RowPlace {
  const [id = '', at = ''] = text.slice(1).split('.');
  return {
    outcome: text.startsWith('r') ? 'rejected' : 'transaction',
    at: new Date(Number(at)),
    id: BigInt(id),
  };
}

function rowOf(row: RequestRow, catalogue: Catalogue): Item {
  if (row.outcome === 'rejected') {
    const { call } = row;
    return {
      id: `r${call.id}`,
      outcome: 'rejected',
      at: call.at,
      endpoint: call.endpoint,
      origin: 'api',
      code: call.code,
      error: call.error,
      message: call.message,
      service: call.codeService,
      keyName: call.keyName,
      requestId: call.requestId,
      durationMs: call.durationMs,
      transaction: null,
    };
  }
  const { origin, code } = row;
  const operation = itemOf(row.operation, catalogue);
  const { id, externalId, amount, currency, status } = operation;
  return {
    id: `t${id}`,
    outcome: 'transaction',
    at: row.at,
    endpoint: origin === 'api' ? operationEndpoint : null,
    origin,
    code,
    error: operation.error,
    message: null,
    service: operation.service,
    keyName: null,
    requestId: null,
    durationMs: null,
    transaction: { id, externalId, amount, currency, status },
  };
}
