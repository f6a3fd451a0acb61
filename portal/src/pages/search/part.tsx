// Card of one kind of search result. Left out when there is none of it.

import type { ReactNode } from 'react';
import { useMessages } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Card } from '../../ui/card.tsx';
import { searchMessages } from './messages.ts';

/** `all`: where the ones are that are not shown here. */
export function Part({
  title,
  rows,
  all = null,
  children,
}: {
  title: string;
  rows: readonly unknown[];
  all?: string | null;
  children: ReactNode;
}) {
  const messages = useMessages(searchMessages);
  if (rows.length === 0) return null;
  const lead =
    all === null ? undefined : (
      <>
        {messages.shownFirst(rows.length)} <Link to={all}>{messages.showAll}</Link>
      </>
    );
  return (
    <Card title={title} lead={lead} flush>
      {children}
    </Card>
  );
}
