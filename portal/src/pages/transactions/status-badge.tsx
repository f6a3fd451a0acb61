// How far is a transaction? A word with a picture.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { transactionTexts } from './texts.ts';

export type Transaction = RouteAnswer<'GET transactions'>['items'][number];
export type Status = Transaction['status'];

const looks: Record<Status, { tone: Tone; icon?: IconName }> = {
  waiting: { tone: 'info', icon: 'clock' },
  success: { tone: 'good' },
  failed: { tone: 'bad' },
  canceled: { tone: 'neutral', icon: 'ban' },
  refunding: { tone: 'warn' },
  refunded: { tone: 'neutral', icon: 'undo' },
};

export function StatusBadge({ status }: { status: Status }) {
  const { statuses } = useTexts(transactionTexts);
  return <Badge {...looks[status]}>{statuses[status]}</Badge>;
}
