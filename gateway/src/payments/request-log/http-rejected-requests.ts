// GET rejected-requests: the account's refused requests, newest first.

import {
  checkRejectedRequests,
  rejectedRequestsEndpoint,
  rejectedRequestsLimitDefault,
  rejectedRequestsLimitMax,
  texts,
  type FieldFault,
  type ListedRejectedRequest,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { cutPage } from '../../platform/http/page.ts';
import { success } from '../api/http-answer.ts';
import { implement } from '../api/http-implement.ts';
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

export const implementRejectedRequests = ({ database }: { database: Session }) =>
  implement(rejectedRequestsEndpoint, faultsOf, {
    refusalForm: envelopeForm,
    load: 'read',
    async handle({ account, access, given }) {
      const limit = limitOf(given);
      const services = access.services === null ? null : [...access.services];
      const after = given.after === undefined ? null : readPlace(given.after);
      const filter = { ...unfiltered, accountId: account.id, services };
      const read = await listRejectedRequests(database, filter, after, limit + 1);
      const { rows, next } = cutPage(read, placeText, limit);
      return success(texts[account.language].success(), { requests: rows.map(present), next });
    },
  });

const limitOf = ({ limit }: { limit?: string }): number =>
  Number(limit ?? rejectedRequestsLimitDefault);

function faultsOf(query: { limit?: string }): readonly FieldFault[] {
  const faults = checkRejectedRequests(query);
  const limit = limitOf(query);
  return faults.length === 0 && (limit < 1 || limit > rejectedRequestsLimitMax)
    ? [{ field: 'limit', problem: 'notAllowed' }]
    : faults;
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
