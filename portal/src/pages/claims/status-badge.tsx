// Badge of a claim's state.

import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { claimMessages, type ClaimStatus } from './messages.ts';

export function StatusBadge({ status }: { status: ClaimStatus }) {
  const { statuses } = useMessages(claimMessages);
  return <Badge tone={stateTones.claim[status]}>{statuses[status]}</Badge>;
}
