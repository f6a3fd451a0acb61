// Badges of the states of files and discrepancies, and of the classes of discrepancies.

import { useMessages } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { stateTones } from '../../ui/state-tones.ts';
import { reconciliationMessages, type File, type DiscrepancyState } from './messages.ts';

export const isBusy = (state: File['state']): boolean => stateTones.file[state] === 'info';

export function FileState({ state }: { state: File['state'] }) {
  return (
    <Badge tone={stateTones.file[state]}>
      {useMessages(reconciliationMessages).fileStates[state]}
    </Badge>
  );
}

export function DiscrepancyStateBadge({ state }: { state: DiscrepancyState }) {
  return (
    <Badge tone={stateTones.discrepancy[state]}>
      {useMessages(reconciliationMessages).discrepancyStates[state]}
    </Badge>
  );
}
