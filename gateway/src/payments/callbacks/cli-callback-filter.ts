// Declares the options by which `callback list` and `callback replay` select callbacks.

import { errorClasses } from '@jokko/contract';
import type { CallbackFilter } from './index.ts';
import { UsageError } from '../../cli/errors.ts';
import { accountOption, option, type ValuesOf } from '../../cli/parameters.ts';
import { oneOf, readTime } from '../../cli/values.ts';

const states = ['due', 'delivered', 'abandoned'] as const;
const readState = oneOf(states);
const statuses = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'] as const;

export function readDestination(text: string, name: string): string {
  if (!/^https?:\/\/[^/@?#]+:\d{1,5}$/.test(text))
    throw new UsageError(`${name} takes scheme://host:port, such as https://shop.example:443`);
  return text;
}

export function readTransactionId(text: string): string {
  if (!/^T?\d{13,16}$/.test(text)) throw new UsageError(`${text} is not a transaction id`);
  return text.replace('T', '');
}

export const filterOptions = {
  account: accountOption,
  lane: option('scheme://host:port', 'Only those to this destination.', readDestination),
  state: option(
    states.join('|'),
    'Only those in this state.',
    // What the state was called in scripts that exist.
    (text, name) => readState(text === 'parked' ? 'abandoned' : text, name),
  ),
  status: option(
    'STATUS',
    `Only those that report this status: ${statuses.join(', ')}.`,
    oneOf(statuses),
  ),
  errorClass: option(
    'CLASS',
    'Only those whose last attempt failed in this way, such as timeout.',
    oneOf(errorClasses),
  ),
  since: option('TIME', 'Only those created from this time on.', readTime),
  until: option('TIME', 'Only those created before this time.', readTime),
};

/** What was not given was left out. */
export function filterOf({
  account,
  operationId,
  lane,
  state,
  status,
  errorClass,
  since,
  until,
}: ValuesOf<typeof filterOptions> & { operationId?: string | undefined }): CallbackFilter {
  const given = {
    operationId,
    accountId: account,
    destination: lane,
    state,
    status,
    errorClass,
    since,
    until,
  };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as CallbackFilter;
}
