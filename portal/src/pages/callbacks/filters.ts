// Declares the filters of a callback list, the developer's and the operator's.

import { useMessages } from '../../language/index.ts';
import { optionsOf } from '../../ui/list-filter.ts';
import { choices } from './callback.ts';
import { callbackMessages } from './messages.ts';

/** What is no number names no transaction; in a file for Excel it has an apostrophe in front. */
function transactionOf(typed: string): string {
  const id = typed.replace(/^'/, '');
  return id === '' || /^\d{1,18}$/.test(id) ? id : '0';
}

export function useCallbackFilters() {
  const messages = useMessages(callbackMessages);
  const { all } = messages;
  return [
    {
      name: 'q',
      member: 'transactionId',
      label: messages.transaction,
      placeholder: messages.transactionHint,
      toQuery: transactionOf,
    },
    {
      name: 'state',
      label: messages.state,
      all,
      options: optionsOf(choices.states, messages.states),
    },
    {
      name: 'status',
      label: messages.status,
      all,
      options: optionsOf(choices.statuses, messages.statuses),
    },
    {
      name: 'error',
      member: 'errorClass',
      label: messages.errorClass,
      all,
      options: optionsOf(choices.errorClasses, messages.errors),
    },
    { name: 'destination', label: messages.destination, placeholder: messages.destinationHint },
    { days: true, members: { from: 'since', until: 'until' } },
  ] as const;
}
