// Notice: a short message in the flow of the page. `live` ones are announced to screen readers
// when they appear.

import type { ReactNode } from 'react';
import { toneIcons, type Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import './notice.css';

/** A message; `title` in bold before it, `actions` after it. */
export function Notice({
  tone = 'info',
  icon,
  title,
  live = false,
  actions,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  title?: ReactNode;
  live?: boolean;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icon ?? (tone === 'warn' ? 'alert' : toneIcons[tone])} size={20} />
      <div className="notice-words">
        {title === undefined ? null : <p className="notice-title">{title}</p>}
        {children === undefined ? null : <div>{children}</div>}
        {actions === undefined ? null : <div className="notice-actions">{actions}</div>}
      </div>
    </div>
  );
}
