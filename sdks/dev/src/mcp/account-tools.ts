// Tools that use the payments interface with the developer's key.

import { randomBytes } from 'node:crypto';
import { triggerEvents, type TriggerEvent } from '../options.ts';
import { rowsOf } from './answer.ts';
import type { Json, Tool } from './tool.ts';

const identifier = {
  type: 'string',
  minLength: 1,
  maxLength: 256,
  description: 'Your identifier of the transaction.',
};
const order = {
  codeService: { type: 'string', description: 'As list_services names it.' },
  phone: { type: 'string', description: 'Of the payer or the recipient.' },
  amount: { type: 'number', exclusiveMinimum: 0, description: 'In the currency of the service.' },
  externalTransactionId: { ...identifier, description: 'Made up unless given.' },
  members: {
    type: 'object',
    description: 'What the service needs besides (`required` of list_services).',
  },
};

const listServices: Tool = {
  name: 'list_services',
  description:
    'The services that the account may use, with direction, country, currency, limits, price and required members. CREDIT collects from a payer, DEBIT pays out.',
  writes: false,
  input: {
    properties: {
      country: { type: 'string', pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 alpha-2.' },
      kind: { type: 'string', pattern: '^[A-Za-z]{1,32}$', description: 'Only of this kind.' },
      from: { type: 'integer', minimum: 0, description: 'Leaves out so many.' },
    },
  },
  async run({ country, kind, from = 0 }, api) {
    const query = new URLSearchParams();
    if (country !== undefined) query.set('country', String(country));
    if (kind !== undefined) query.set('kind', String(kind));
    const { services } = await api.call(`/api-services/services?${query}`);
    const rest = (services as Json[]).slice(Number(from)).map(({ icon: _picture, ...row }) => row);
    const { text, count } = rowsOf(rest);
    if (count === 0) return 'No service.';
    const next = Number(from) + count;
    return count < rest.length ? `${text}More: from: ${next}` : text;
  },
};

const previewOperation: Tool = {
  name: 'preview_operation',
  description:
    'What an operation would cost and answer, with limits and balance. Nothing is stored or sent.',
  writes: false,
  input: { properties: order, required: ['codeService', 'amount'] },
  async run(given, api) {
    return JSON.stringify(await api.call('/api-services/preview-operation', bodyOf(given)));
  },
};

const startTestOperation: Tool = {
  name: 'start_test_operation',
  description:
    'Start a payment in the sandbox whose outcome is chosen by `outcome`. Ask for its result with get_transaction a second later. If the answer is lost, call it again with the same externalTransactionId.',
  writes: true,
  input: {
    properties: {
      ...order,
      outcome: {
        type: 'string',
        enum: Object.keys(triggerEvents),
        description: 'payment.succeeded unless given; a phone decides by its own last digits.',
      },
      callbackUrl: { type: 'string', description: 'Where the gateway sends the callback.' },
    },
  },
  async run({ outcome = 'payment.succeeded', ...given }, api) {
    const body = bodyOf({
      codeService: 'OPA_SN_API_CASH_OUT',
      amount: 500,
      phone: `77000${triggerEvents[outcome as TriggerEvent]}`,
      ...given,
    });
    const id = String(body['externalTransactionId']);
    try {
      return JSON.stringify(await api.call('/api-services/operation', body));
    } catch (error) {
      throw Object.assign(error as Error, {
        message: `${(error as Error).message}\nexternalTransactionId: ${id}`,
      });
    }
  },
};

/** An order as the gateway takes it. */
function bodyOf({ members, ...given }: { readonly [name: string]: unknown }): Json {
  const externalTransactionId = `mcp-${randomBytes(6).toString('hex')}`;
  return { externalTransactionId, ...(members as Json | undefined), ...given };
}

const getTransaction: Tool = {
  name: 'get_transaction',
  description:
    'The status of a transaction. At most three times a minute for one; list_events has no such limit.',
  writes: false,
  input: { properties: { externalTransactionId: identifier }, required: ['externalTransactionId'] },
  async run({ externalTransactionId }, api) {
    const path = '/api-services/get-transaction-status';
    return JSON.stringify(await api.call(path, { externalTransactionId }));
  },
};

const limit = (usual: number) => ({
  type: 'integer',
  minimum: 1,
  maximum: 50,
  description: `At most so many; ${usual} unless given.`,
});
const usualLimit = 10;

const listEvents: Tool = {
  name: 'list_events',
  description:
    'Final results of transactions, oldest first, from a cursor on. Each has its own cursor, with which to go on.',
  writes: false,
  input: {
    properties: {
      after: { type: 'string', maxLength: 100, description: 'Cursor of the last event read.' },
      limit: limit(usualLimit),
    },
  },
  async run({ after, limit: count = usualLimit }, api) {
    const query = new URLSearchParams({ limit: String(count) });
    if (after !== undefined) query.set('after', String(after));
    const { data } = await api.call(`/api-services/events?${query}`);
    const { events, more } = data as { events: { cursor: string }[]; more: boolean };
    const rows = rowsOf(events);
    if (rows.count === 0) return 'No events after this place.';
    const isAll = rows.count === events.length && !more;
    return isAll ? rows.text : `${rows.text}More: after: ${events[rows.count - 1]!.cursor}`;
  },
};

const listRejectedRequests: Tool = {
  name: 'list_rejected_requests',
  description:
    'Requests of the account that were refused and made no transaction, newest first, with the reason and the wrong fields.',
  writes: false,
  input: {
    properties: {
      after: {
        type: 'string',
        pattern: '^[0-9]{1,15}\\.[0-9]{1,18}$',
        description: 'As the last answer said.',
      },
      limit: limit(usualLimit),
    },
  },
  async run({ after, limit: count = usualLimit }, api) {
    const query = new URLSearchParams({ limit: String(count) });
    if (after !== undefined) query.set('after', String(after));
    const { data } = await api.call(`/api-services/rejected-requests?${query}`);
    const { requests, next } = data as { requests: Json[]; next: string | null };
    const rows = rowsOf(requests);
    if (rows.count === 0) return 'No rejected requests.';
    if (rows.count < requests.length)
      return `${rows.text}Only ${rows.count} fit: ask with limit: ${rows.count} to go on.`;
    return next === null ? rows.text : `${rows.text}More: after: ${next}`;
  },
};

export const accountTools: readonly Tool[] = [
  listServices,
  previewOperation,
  startTestOperation,
  getTransaction,
  listEvents,
  listRejectedRequests,
];
