// Loading, empty and error states. Never an empty space without a word.

import { defined } from '@jokko/contract/defined';
import type { ReactNode } from 'react';
import { CallError, useErrorMessages, type Read } from '../api/index.ts';
import { useMessages } from '../language/index.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { uiMessages } from './messages.ts';
import './states.css';

/** Nothing is there, why, and what to do about it. */
export function EmptyState({
  icon = 'list',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="state">
      <span className="state-icon">
        <Icon name={icon} size={24} />
      </span>
      <p className="state-title">{title}</p>
      {children === undefined ? null : <div className="state-words">{children}</div>}
      {action}
    </div>
  );
}

/** It could not be read; says why and tries again, unless it is what was asked that is wrong. */
export function ErrorState({ error, again }: { error: Error; again?: () => void }) {
  const messages = useMessages(uiMessages);
  const { messageOf } = useErrorMessages();
  return (
    <div className="state" role="alert">
      <span className="state-icon state-icon-bad">
        <Icon name="alert" size={24} />
      </span>
      <p className="state-title">{messages.errorTitle}</p>
      <p className="state-words">{messageOf(error)}</p>
      {again === undefined || (error instanceof CallError && error.status === 400) ? null : (
        <Button icon="refresh" onClick={again}>
          {messages.retry}
        </Button>
      )}
    </div>
  );
}

/** Lines that stand for text being read. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const messages = useMessages(uiMessages);
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{messages.loading}</span>
      {Array.from({ length: lines }, (_none, index) => (
        <span
          key={index}
          className={`skeleton-line skeleton-line-${index % 4}`}
          aria-hidden="true"
        />
      ))}
    </div>
  );
}

/**
 * Draws what was read; until then a skeleton, after a failure the reason. An answer that is there
 * stays while it is read again.
 */
export function Loaded<Answer>({
  read,
  lines,
  children,
}: {
  read: Read<Answer>;
  lines?: number;
  children(answer: Answer): ReactNode;
}) {
  if (read.answer !== undefined) return children(read.answer);
  if (read.error !== undefined) return <ErrorState error={read.error} again={read.again} />;
  return <Skeleton {...defined({ lines })} />;
}
