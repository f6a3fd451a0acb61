// Declarative list: filters, table, pager, and the panel of the row that is open.

import { defined } from '@jokko/contract/defined';
import { Fragment, type ReactNode } from 'react';
import { navigate } from '../router/index.ts';
import { DataTable, type Column } from './data-table.tsx';
import type { IconName } from './icon.tsx';
import { ListFilters } from './list-filters.tsx';
import { Pager } from './pager.tsx';
import type { RowSelection } from './row-selection.tsx';
import { EmptyState, Loaded } from './states.tsx';
import type { Listed, ListState } from './use-list.ts';

export interface Empty {
  icon?: IconName;
  title: ReactNode;
  hint?: ReactNode;
  action?: ReactNode;
  /** Instead, where filters are in use. */
  noMatch?: ReactNode;
}

interface Opened<Row> {
  id: string;
  /** Undefined when it is not among the rows of this page. */
  row: Row | undefined;
  onClose(): void;
}

export interface ListTableProps<Answer extends Listed> {
  list: ListState<Answer>;
  /** Names the table for the remembered choice of columns. */
  id: string;
  caption: string;
  columns: readonly Column<Answer['items'][number]>[];
  rowKey(row: Answer['items'][number]): string;
  /** What the row is called, for the button that opens it. */
  rowName?(row: Answer['items'][number]): string;
  /** The row opens as a page of its own. */
  rowPage?(row: Answer['items'][number]): string;
  /** The row opens beside the list. */
  panel?(opened: Opened<Answer['items'][number]>): ReactNode;
  /** Rows can be selected, for what is done with many at once. */
  selection?: RowSelection<Answer['items'][number]>;
  /** Beside the filters, e.g. to save them. */
  filterActions?: ReactNode;
  /** Beside the choice of columns, e.g. an export. */
  tools?: ReactNode;
  /** Between the filters and the table. */
  summary?(answer: Answer): ReactNode;
  /** Instead of rows when there are none. */
  empty: Empty | ((answer: Answer) => Empty);
}

export function ListTable<Answer extends Listed>(props: ListTableProps<Answer>) {
  const { list, id, caption, columns, rowKey, rowName, rowPage, panel, tools, summary } = props;
  const { empty, selection, filterActions } = props;
  const onOpen =
    rowPage !== undefined
      ? (row: Answer['items'][number]) => navigate(rowPage(row))
      : panel !== undefined
        ? (row: Answer['items'][number]) => list.show(rowKey(row))
        : undefined;
  return (
    <>
      <ListFilters list={list} actions={filterActions} />
      <Loaded read={list.read}>
        {(answer) => (
          <>
            {summary?.(answer)}
            <DataTable
              id={id}
              caption={caption}
              columns={columns}
              rows={answer.items}
              rowKey={rowKey}
              {...defined({ rowName })}
              {...defined({ onOpen })}
              {...defined({ openKey: panel === undefined ? undefined : list.open })}
              {...defined({ selection })}
              loading={list.loading}
              actions={tools}
              empty={
                <NoRows
                  empty={typeof empty === 'function' ? empty(answer) : empty}
                  narrowed={list.narrowed}
                />
              }
              pager={
                answer.next === undefined ? undefined : (
                  <Pager after={list.after} next={answer.next} onChange={list.goTo} />
                )
              }
            />
          </>
        )}
      </Loaded>
      {panel === undefined || list.open === '' ? null : (
        <Fragment key={list.open}>
          {panel({
            id: list.open,
            row: list.read.answer?.items.find((row) => rowKey(row) === list.open),
            onClose: () => list.show(''),
          })}
        </Fragment>
      )}
    </>
  );
}

function NoRows({
  empty: { icon = 'list', title, hint, action, noMatch },
  narrowed,
}: {
  empty: Empty;
  narrowed: boolean;
}) {
  if (narrowed && noMatch !== undefined) return <EmptyState icon="search" title={noMatch} />;
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {hint}
    </EmptyState>
  );
}
