// How far is a claim?

import { useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { claimTexts, type ClaimStatus } from './texts.ts';

const tones: Record<ClaimStatus, Tone> = { OPENED: 'info', IN_PROGRESS: 'warn', RESOLVED: 'good', REJECTED: 'bad', CLOSED: 'neutral' };

export function StatusBadge({ status }: { status: ClaimStatus }) {
  const { statuses } = useTexts(claimTexts);
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>;
}
