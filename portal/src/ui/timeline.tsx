// Timeline: an ordered list with an icon, a word and a time for each step.

import type { ReactNode } from 'react';
import { toneIcons, type Tone } from './badge.tsx';
import { Icon, type IconName } from './icon.tsx';
import { When } from './when.tsx';
import './timeline.css';

export interface TimelineStep {
  key: string | number;
  title: ReactNode;
  at?: string;
  tone?: Tone;
  icon?: IconName;
  body?: ReactNode;
}

/** Steps from the first to the last. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ key, title, at, tone = 'neutral', icon, body }) => (
        <li key={key} className={`timeline-step timeline-${tone}`}>
          <span className="timeline-mark">
            <Icon name={icon ?? toneIcons[tone]} size={16} />
          </span>
          <div className="timeline-words">
            <div className="timeline-head">
              <span className="timeline-title">{title}</span>
              {at === undefined ? null : <When at={at} show="exact" />}
            </div>
            {body === undefined ? null : <div className="timeline-body">{body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
