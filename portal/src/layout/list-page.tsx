// Page that is one list. What it reads and by what it is narrowed comes from `useList`.

import type { ReactNode } from 'react';
import { ListTable, type ListTableProps } from '../ui/list-table.tsx';
import type { Listed } from '../ui/use-list.ts';
import { Page } from './page.tsx';

interface Props<Answer extends Listed> extends Omit<ListTableProps<Answer>, 'caption'> {
  title: string;
  lead?: ReactNode;
  /** The page above this one. */
  back?: { to: string; label: string };
  /** Buttons of the whole page. */
  actions?: ReactNode;
  /** What the table is called, where that is not the title. */
  caption?: string;
  /** Between the head and the filters. */
  above?: ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

export function ListPage<Answer extends Listed>({
  title,
  lead,
  back,
  actions,
  caption = title,
  above,
  children,
  ...table
}: Props<Answer>) {
  return (
    <Page title={title} lead={lead} actions={actions} {...(back && { back })}>
      {above}
      <ListTable {...table} caption={caption} />
      {children}
    </Page>
  );
}
