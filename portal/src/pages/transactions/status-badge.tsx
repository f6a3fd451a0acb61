// Badge of a transaction's state. A word with an icon.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { transactionMessages } from './messages.ts';

export type Transaction = RouteAnswer<'GET transactions'>['items'][number];
export type Status = Transaction['status'];

/** Beside a tone that several states have. */
const icons: { [Of in Status]?: IconName } = {
  waiting: 'clock',
  canceled: 'ban',
  refunded: 'undo',
};

export function StatusBadge({ status }: { status: Status }) {
  const { statuses } = useMessages(transactionMessages);
  const icon = icons[status];
  return (
    <Badge tone={stateTones.transaction[status]} {...(icon && { icon })}>
      {statuses[status]}
    </Badge>
  );
}
