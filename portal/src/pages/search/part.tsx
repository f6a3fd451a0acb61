// How does one kind of result stand among the others? As a card, left out when there is none of it.

import type { ReactNode } from 'react';
import { useTexts } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Card } from '../../ui/card.tsx';
import { searchTexts } from './texts.ts';

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
  const words = useTexts(searchTexts);
  if (rows.length === 0) return null;
  const lead =
    all === null ? undefined : (
      <>
        {words.shownFirst(rows.length)} <Link to={all}>{words.showAll}</Link>
      </>
    );
  return (
    <Card title={title} lead={lead} flush>
      {children}
    </Card>
  );
}
