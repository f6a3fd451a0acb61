// How do the states of files and gaps, and the classes of gaps, look?

import { useTexts } from '../../language/index.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { reconciliationTexts, type File, type GapState } from './texts.ts';

const fileTones: Record<File['state'], Tone> = {
  ...{ uploading: 'info', reading: 'info', matching: 'info', searching: 'info' },
  ...{ done: 'good', failed: 'bad', withdrawn: 'neutral' },
};
const gapTones: Record<GapState, Tone> = { open: 'warn', explained: 'info', resolved: 'good' };

export const isBusy = (state: File['state']): boolean => fileTones[state] === 'info';

export function FileState({ state }: { state: File['state'] }) {
  return <Badge tone={fileTones[state]}>{useTexts(reconciliationTexts).fileStates[state]}</Badge>;
}

export function GapStateBadge({ state }: { state: GapState }) {
  return <Badge tone={gapTones[state]}>{useTexts(reconciliationTexts).gapStates[state]}</Badge>;
}
