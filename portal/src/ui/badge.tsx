// Badge of a state. A word with an icon; the color is only an aid.

import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './badge.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral' | 'brand';
export const toneIcons: Record<Tone, IconName> = {
  good: 'check-circle',
  warn: 'clock',
  bad: 'x-circle',
  info: 'info',
  neutral: 'dot',
  brand: 'dot',
};

/** A state; `icon` replaces the tone's own picture. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}) {
  return (
    <span className={`badge badge-${tone}`}>
      <Icon name={icon ?? toneIcons[tone]} size={14} />
      {children}
    </span>
  );
}
