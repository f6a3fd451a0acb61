// Stores requests for services.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { PriceEntry } from '../catalogue/index.ts';

export type ServiceRequestState = 'open' | 'activated' | 'refused';

export interface ServiceRequest {
  id: number;
  code: string;
  note: string;
  state: ServiceRequestState;
  askedAt: Date;
  decidedAt: Date | null;
  /** What the operator says to it. */
  answer: string | null;
}

/** The same for the operator. */
export interface AskedService extends ServiceRequest {
  accountId: number;
  accountName: string;
  askedBy: string;
}

const columns = `r.id, r.code_service as code, r.note, r.state, r.asked_at as "askedAt", r.decided_at as "decidedAt", r.answer`;
const insertRequest: Statement = {
  name: 'insert_service_request',
  text: `insert into service_request (account_id, code_service, note, asked_by)
    values ($1, $2, $3, $4)
         on conflict (account_id, code_service) where state = 'open' do nothing returning id`,
};
// The newest of each service.
const selectNewest: Statement = {
  name: 'select_service_requests_of_account',
  text: `select distinct on (r.code_service) ${columns} from service_request r
    where r.account_id = $1 order by r.code_service, r.id desc`,
};
const selectPage: Statement = {
  name: 'select_service_request_page',
  text: `select ${columns}, r.account_id as "accountId", a.name as "accountName",
    p.name as "askedBy"
         from service_request r join account a on a.id = r.account_id join portal_user p
           on p.id = r.asked_by
         where r.state = $1 and r.id < $2 order by r.id desc limit $3`,
};
const selectOpen: Statement = {
  name: 'select_open_service_request',
  text: `select account_id as "accountId", code_service as code from service_request where id = $1
    and state = 'open' for update`,
};
const updateDecided: Statement = {
  name: 'decide_service_request',
  text: `update service_request set state = $2, answer = $3, decided_by = $4,
    decided_at = jokko_now() where id = $1`,
};
const selectServices: Statement = {
  name: 'select_account_services',
  text: `select code_service as code, price from account_service where account_id = $1`,
};
const idMax = 2 ** 31 - 1;

/** Null when it was asked for already and is not decided. */
export async function storeServiceRequest(
  session: Session,
  request: { accountId: number; code: string; note: string; askedBy: number },
): Promise<number | null> {
  const { accountId, code, note, askedBy } = request;
  const [row] = await session.query<{ id: number }>(insertRequest, [
    accountId,
    code,
    note,
    askedBy,
  ]);
  return row?.id ?? null;
}

export function loadNewestServiceRequests(
  session: Session,
  accountId: number,
): Promise<ServiceRequest[]> {
  return session.query<ServiceRequest>(selectNewest, [accountId]);
}

export function loadServiceRequestPage(
  session: Session,
  { state, before, limit }: { state: ServiceRequestState; before: number | null; limit: number },
): Promise<AskedService[]> {
  return session.query<AskedService>(selectPage, [state, before ?? idMax, limit]);
}

/** Locks it; null when there is none, or it has been decided. */
export async function lockOpenServiceRequest(
  session: Session,
  id: number,
): Promise<{ accountId: number; code: string } | null> {
  const [row] = await session.query<{ accountId: number; code: string }>(selectOpen, [id]);
  return row ?? null;
}

export async function storeDecision(
  session: Session,
  decided: { id: number; state: ServiceRequestState; answer: string; decidedBy: number },
): Promise<void> {
  await session.query(updateDecided, [
    decided.id,
    decided.state,
    decided.answer,
    decided.decidedBy,
  ]);
}

/** What an account may use, with its own prices. */
export function loadAccountServices(
  session: Session,
  accountId: number,
): Promise<{ code: string; price: PriceEntry | null }[]> {
  return session.query<{ code: string; price: PriceEntry | null }>(selectServices, [accountId]);
}
