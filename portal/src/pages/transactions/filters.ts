// Declares the filters of a transaction list, the developer's and the operator's.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { optionsOf } from '../../ui/list-filter.ts';
import { transactionMessages } from './messages.ts';
import type { Status } from './status-badge.tsx';

export const statusNames = [
  'waiting',
  'success',
  'failed',
  'canceled',
  'refunding',
  'refunded',
] as const satisfies readonly Status[];
const choicesFreshMs = 300_000;

const useChoices = () =>
  useRead('GET transactions/choices', {}, { freshMs: choicesFreshMs }).answer;

/** What the codes of errors mean; '' while that is read. */
export function useErrorTexts(): (code: string) => string {
  const errors = useChoices()?.errors ?? [];
  return (code) => errors.find((error) => error.code === code)?.text ?? '';
}

export function useTransactionFilters() {
  const messages = useMessages(transactionMessages);
  const choices = useChoices();
  const services = () =>
    (choices?.services ?? []).map(({ code, name }) => ({ value: code, label: name }));
  const errors = () =>
    (choices?.errors ?? []).map(({ code, text }) => ({ value: code, label: `${code} · ${text}` }));
  return [
    {
      name: 'q',
      label: messages.search,
      placeholder: messages.searchHint,
      hint: messages.searchPart,
      unsaved: true,
    },
    {
      name: 'status',
      label: messages.status,
      all: messages.anyStatus,
      options: optionsOf(statusNames, messages.statuses),
    },
    { name: 'service', label: messages.service, all: messages.anyService, offered: services },
    { name: 'amount', label: messages.amount, hint: messages.amountHint },
    {
      name: 'error',
      label: messages.error,
      all: messages.anyError,
      offered: errors,
      more: true,
    },
    {
      name: 'phonePart',
      label: messages.phonePart,
      hint: messages.phonePartHint,
      more: true,
      unsaved: true,
    },
  ] as const;
}

/** What an operator narrows by besides. */
export function useFiltersOfAll() {
  const messages = useMessages(transactionMessages);
  const choices = useChoices();
  const routes = () => (choices?.routes ?? []).map((name) => ({ value: name, label: name }));
  return [
    { name: 'account', label: messages.developer, hint: messages.developerHint },
    {
      name: 'route',
      label: messages.route,
      all: messages.anyRoute,
      offered: routes,
      more: true,
    },
  ] as const;
}
