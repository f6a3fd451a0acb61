// Selection of rows in a table: a box in each row that can be selected, and one for all of the
// page.

import { useMessages } from '../language/index.ts';
import { Checkbox } from './choice.tsx';
import { uiMessages } from './messages.ts';

export interface RowSelection<Row> {
  /** The keys of the selected rows. */
  keys: ReadonlySet<string>;
  change(keys: ReadonlySet<string>): void;
  can(row: Row): boolean;
}

interface Props<Row> {
  selection: RowSelection<Row>;
  rowKey(row: Row): string;
}

/** Selects all rows of the page that can be, or none. */
export function SelectAll<Row>({ rows, selection, rowKey }: Props<Row> & { rows: readonly Row[] }) {
  const messages = useMessages(uiMessages);
  const selectable = rows.filter((row) => selection.can(row)).map((row) => rowKey(row));
  if (selectable.length === 0) return null;
  const isAll = selectable.every((key) => selection.keys.has(key));
  return (
    <Checkbox
      label={messages.selectAll}
      checked={isAll}
      onChange={() => selection.change(new Set(isAll ? [] : selectable))}
    />
  );
}

/** The box of one row. */
export function SelectRow<Row>({
  row,
  name,
  selection: { keys, change, can },
  rowKey,
}: Props<Row> & { row: Row; name: string }) {
  const messages = useMessages(uiMessages);
  if (!can(row)) return null;
  const key = rowKey(row);
  const toggle = (): void => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    change(next);
  };
  return (
    <input
      type="checkbox"
      className="choice-checkbox"
      aria-label={messages.selectRow(name)}
      checked={keys.has(key)}
      onChange={toggle}
    />
  );
}
