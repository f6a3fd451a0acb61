// GET rejected-requests: the account's refused requests, newest first.

import {
  checkRejectedRequests,
  codes,
  rejectedRequestsLimitDefault,
  rejectedRequestsLimitMax,
  texts,
  type FieldFault,
  type ListedRejectedRequest,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { cutPage } from '../../platform/http/page.ts';
import type { PaymentsEndpoint } from '../api/http-endpoint.ts';
import { invalidFields } from '../api/http-refusal.ts';
import { listRejectedRequests, type RequestPlace, type StoredRefusal } from './index.ts';

/** Only the account and what its key may see limit the list. */
const unfiltered = {
  endpoint: null,
  code: null,
  keyName: null,
  given: null,
  from: null,
  until: null,
};

export function rejectedRequestsEndpoint({ database }: { database: Session }): PaymentsEndpoint {
  return {
    method: 'GET',
    path: '/api-services/rejected-requests',
    refusalForm: envelopeForm,
    load: 'read',
    async handle({ account, access, reply }) {
      const query = reply.request.query as { after?: string; limit?: string };
      const limit = Number(query.limit ?? rejectedRequestsLimitDefault);
      const faults: FieldFault[] = [...checkRejectedRequests(query)];
      if (faults.length === 0 && (limit < 1 || limit > rejectedRequestsLimitMax))
        faults.push({ field: 'limit', problem: 'notAllowed' });
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const services = access.services === null ? null : [...access.services];
      const after = query.after === undefined ? null : readPlace(query.after);
      const filter = { ...unfiltered, accountId: account.id, services };
      const read = await listRejectedRequests(database, filter, after, limit + 1);
      const { rows, next } = cutPage(read, placeText, limit);
      const data = { requests: rows.map(present), next };
      return {
        body: { code: codes.done, msg: texts[account.language].success(), error: false, data },
      };
    },
  };
}

const placeText = ({ at, id }: RequestPlace): string => `${at.getTime()}.${id}`;

function readPlace(text: string): RequestPlace {
  const [at = '', id = ''] = text.split('.');
  return { at: new Date(Number(at)), id: BigInt(id) };
}

const present = (refused: StoredRefusal): ListedRejectedRequest => ({
  at: refused.at.toISOString(),
  endpoint: refused.endpoint,
  code: refused.code,
  error: refused.error,
  message: refused.message,
  codeService: refused.codeService,
  fields: refused.fields,
  members: refused.members.map(({ name, value }) => ({ name, value })),
  keyName: refused.keyName,
  keyValid: refused.keyValid,
  requestId: refused.requestId,
});
