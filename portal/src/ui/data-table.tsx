// Data table: a real table with a caption. Its columns can be chosen, a row opens, j and k move
// through the rows; on a phone each row is an item with the same words.

import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { ColumnChoice, useColumnChoice } from './column-choice.tsx';
import { useFirstRows } from './first-rows.tsx';
import { uiMessages } from './messages.ts';
import { InMoneyForm, moneyFormOf } from './money.tsx';
import { SelectAll, SelectRow, type RowSelection } from './row-selection.tsx';
import { isTyping } from './typing.ts';
import './data-table.css';

export interface Column<Row> {
  key: string;
  header: string;
  cell(row: Row): ReactNode;
  /** `end` for amounts and counts. */
  align?: 'end';
  /**
   * Cannot be left out; its cell is the row's heading and opens the row. The first column unless
   * said.
   */
  primary?: boolean;
  /** Shown only when the user asks for it. */
  extra?: boolean;
  /**
   * On a phone a row is two lines: its heading and what stands `first`, then what stands `second`,
   * without headers; `none` is left out there. Where no column says so, a row is names and values
   * that follow each other.
   */
  phone?: 'first' | 'second' | 'none';
  /** Says by itself what it is: on a phone it has a line of its own, without the header. */
  sentence?: boolean;
}

interface Props<Row> {
  /** Names the table for the remembered choice of columns. */
  id: string;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  /** What the row is called, for the button that opens it. */
  rowName?(row: Row): string;
  onOpen?(row: Row): void;
  /** The row that is open. */
  openKey?: string;
  /** Rows can be selected, for what is done with many at once. */
  selection?: RowSelection<Row>;
  /** Instead of rows when there are none. */
  empty: ReactNode;
  /** Another page or filter is being read: the rows shown are those of before. */
  loading?: boolean;
  /** Stands beside the choice of columns, e.g. an export button. */
  actions?: ReactNode;
  pager?: ReactNode;
  /** So many rows stand on a phone at first. */
  phoneRows?: number;
}

/** A table with all that belongs to it. */
export function DataTable<Row>(props: Props<Row>) {
  const {
    caption,
    rows,
    rowKey,
    onOpen,
    openKey,
    empty,
    loading = false,
    actions,
    pager,
    id,
    columns,
    selection,
    phoneRows,
  } = props;
  const messages = useMessages(uiMessages);
  const choice = useColumnChoice(id, columns);
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, more } = useFirstRows(rows, phoneRows);
  useRowKeys(body, onOpen === undefined ? null : { open: openKey !== undefined && openKey !== '' });
  if (rows.length === 0)
    return (
      <div className="table-frame">
        {empty}
        {pager}
      </div>
    );
  const shown = columns
    .filter((column) => choice.isShown(column))
    .map((column) => inOneForm(column, rows));
  return (
    <div className="table-frame">
      <div className="table-bar">
        <p className="soft small" aria-live="polite">
          {loading
            ? messages.loading
            : pager === undefined
              ? messages.rows(rows.length)
              : messages.rowsOnPage(rows.length)}
        </p>
        <div className="buttons">
          {selection === undefined ? null : (
            <SelectAll rows={first} rowKey={rowKey} selection={selection} />
          )}
          {actions}
          <ColumnChoice choice={choice} columns={columns} />
        </div>
      </div>
      <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table className={classesOf(loading, shown)} role="table" aria-busy={loading}>
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {selection === undefined ? null : (
                <th scope="col" role="columnheader">
                  <span className="visually-hidden">{messages.selectAll}</span>
                </th>
              )}
              {shown.map(({ key, header, align }) => (
                <th
                  key={key}
                  scope="col"
                  role="columnheader"
                  className={align === 'end' ? 'table-end' : undefined}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
            {first.map((row) => (
              <TableRow key={rowKey(row)} row={row} shown={shown} {...props} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
      {pager}
    </div>
  );
}

const classesOf = (loading: boolean, shown: readonly { phone?: string }[]): string =>
  [
    'table',
    loading && 'table-loading',
    shown.some(({ phone }) => phone !== undefined) && 'table-two-lines',
  ]
    .filter(Boolean)
    .join(' ');

/** Amounts of a column are written alike. */
function inOneForm<Row>(column: Column<Row>, rows: readonly Row[]): Column<Row> {
  if (column.align !== 'end') return column;
  const form = moneyFormOf(rows.map((row) => column.cell(row)));
  const cell = (row: Row) => {
    const content = column.cell(row);
    return content === '–' ? content : <InMoneyForm form={form}>{content}</InMoneyForm>;
  };
  return { ...column, cell };
}

function TableRow<Row>({
  row,
  shown,
  rowKey,
  rowName,
  onOpen,
  openKey,
  selection,
}: Props<Row> & { row: Row; shown: readonly Column<Row>[] }) {
  const messages = useMessages(uiMessages);
  const isOpen = openKey === rowKey(row);
  const heading = shown.find((column) => column.primary === true) ?? shown[0];
  return (
    <tr
      role="row"
      className={isOpen ? 'table-row-open' : undefined}
      // For the pointer alone; the keyboard has the button within.
      onClick={
        onOpen === undefined
          ? undefined
          : (event) =>
              (event.target as Element).closest('a,button,input,label,dialog') === null &&
              window.getSelection()?.type !== 'Range' &&
              onOpen(row)
      }
    >
      {selection === undefined ? null : (
        <td role="cell" className="table-select">
          <SelectRow
            row={row}
            name={rowName?.(row) ?? rowKey(row)}
            rowKey={rowKey}
            selection={selection}
          />
        </td>
      )}
      {shown.map((column) => {
        const className =
          [
            column.align === 'end' && 'table-end number',
            column.sentence && 'table-sentence',
            column.phone && `phone-${column.phone}`,
          ]
            .filter(Boolean)
            .join(' ') || undefined;
        if (column !== heading) {
          const content = column.cell(row);
          const nothing = content === '–' ? 'table-nothing' : undefined;
          return (
            <td
              key={column.key}
              role="cell"
              data-label={column.header}
              className={[className, nothing].filter(Boolean).join(' ') || undefined}
            >
              <div className="table-value">{content}</div>
            </td>
          );
        }
        return (
          <th
            key={column.key}
            scope="row"
            role="rowheader"
            data-label={column.header}
            className={className}
          >
            {onOpen === undefined ? (
              column.cell(row)
            ) : (
              <button
                type="button"
                className="table-open"
                aria-expanded={isOpen}
                aria-label={rowName === undefined ? undefined : messages.open(rowName(row))}
                onClick={() => onOpen(row)}
              >
                {column.cell(row)}
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
}

/** j and k go to the next and the previous row; while a row is open, they open it. */
function useRowKeys(
  body: { current: HTMLTableSectionElement | null },
  state: { open: boolean } | null,
): void {
  const walk = useEffectEvent((event: KeyboardEvent): void => {
    if (
      (event.key !== 'j' && event.key !== 'k') ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      state === null
    )
      return;
    if (isTyping(event.target) || document.querySelector('dialog:modal') !== null) return;
    const buttons = [...(body.current?.querySelectorAll<HTMLButtonElement>('.table-open') ?? [])];
    const focused = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const at =
      focused >= 0
        ? focused
        : buttons.findIndex((button) => button.getAttribute('aria-expanded') === 'true');
    const next =
      buttons[Math.min(buttons.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)))];
    next?.focus();
    if (state.open) next?.click();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => walk(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
