// Which callbacks does a command mean? The options that `callback list` and `callback replay` have in common.

import type { CallbackFilter } from '../domain/callbacks/index.ts';
import { readId, readTime } from './arguments.ts';
import { UsageError } from './command.ts';

export const filterOptions = {
  account: { type: 'string' },
  lane: { type: 'string' },
  state: { type: 'string' },
  status: { type: 'string' },
  'error-class': { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
} as const;

export const filterUsage =
  '[--account ID] [--lane scheme://host:port] [--state due|delivered|parked] [--status S] [--error-class C] [--since TIME] [--until TIME]';

const states = ['due', 'delivered', 'parked'] as const;
const statuses = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'] as const;
const errorClasses = [
  ...['dns_error', 'connection_refused', 'connection_reset', 'network_unreachable', 'network_error', 'timeout', 'tls_error'],
  ...['pin_mismatch', 'redirect', 'http_status', 'blocked_target'],
] as NonNullable<CallbackFilter['errorClass']>[];

type Values = { [name in keyof typeof filterOptions]?: string | undefined };

/** `id`: the transaction, where the command names one. */
export function readFilter(values: Values, id?: string): CallbackFilter {
  const filter: CallbackFilter = {};
  if (id !== undefined) filter.operationId = readTransactionId(id);
  if (values.account !== undefined) filter.accountId = readId(values.account);
  if (values.lane !== undefined) filter.lane = readLane(values.lane);
  if (values.state !== undefined) filter.state = readChoice('state', values.state, states);
  if (values.status !== undefined) filter.status = readChoice('status', values.status, statuses);
  if (values['error-class'] !== undefined) filter.errorClass = readChoice('error-class', values['error-class'], errorClasses);
  if (values.since !== undefined) filter.since = readTime('since', values.since);
  if (values.until !== undefined) filter.until = readTime('until', values.until);
  return filter;
}

export function readTransactionId(text: string): string {
  if (!/^T?\d{13,16}$/.test(text)) throw new UsageError(`${text} is no transaction id`);
  return text.replace('T', '');
}

function readChoice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) throw new UsageError(`--${name} takes one of ${choices.join(', ')}`);
  return found;
}

export function readLane(text: string): string {
  if (!/^https?:\/\/[^/@?#]+:\d{1,5}$/.test(text)) throw new UsageError('a lane is scheme://host:port, such as https://shop.example:443');
  return text;
}
