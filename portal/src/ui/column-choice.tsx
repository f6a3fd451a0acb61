// Choice of a table's columns. Stored in this browser, by table; the row's heading is always
// shown.

import { useState } from 'react';
import { useMessages } from '../language/index.ts';
import { Icon } from './icon.tsx';
import { Checkbox } from './choice.tsx';
import { uiMessages } from './messages.ts';

interface Choosable {
  key: string;
  header: string;
  primary?: boolean;
  extra?: boolean;
}

export interface Choice {
  isShown(column: Choosable): boolean;
  set(column: Choosable, shown: boolean): void;
}

/** The choice for a table, kept under its name. */
export function useColumnChoice(id: string, columns: readonly Choosable[]): Choice {
  const [chosen, setChosen] = useState(() => recall(id));
  const isFixed = (column: Choosable): boolean => column.primary === true || column === columns[0];
  return {
    isShown: (column) => isFixed(column) || (chosen[column.key] ?? column.extra !== true),
    set(column, shown) {
      const next = { ...chosen, [column.key]: shown };
      setChosen(next);
      try {
        localStorage.setItem(`jokko.columns.${id}`, JSON.stringify(next));
      } catch {
        // Not kept beyond this page.
      }
    },
  };
}

function recall(id: string): Record<string, boolean> {
  try {
    return JSON.parse(localStorage.getItem(`jokko.columns.${id}`) ?? '{}') as Record<
      string,
      boolean
    >;
  } catch {
    return {};
  }
}

/** With fewer there is nothing to choose. */
const choosableFrom = 6;

/** The boxes to tick, behind a button. */
export function ColumnChoice({
  choice,
  columns,
}: {
  choice: Choice;
  columns: readonly Choosable[];
}) {
  const messages = useMessages(uiMessages);
  if (columns.length < choosableFrom) return null;
  return (
    <details
      className="column-choice"
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) &&
        event.relatedTarget !== null &&
        (event.currentTarget.open = false)
      }
    >
      <summary className="button button-plain button-small">
        <Icon name="columns" size={16} />
        {messages.columns}
      </summary>
      <fieldset className="column-choice-list">
        <legend className="visually-hidden">{messages.columnsHint}</legend>
        {columns
          .slice(1)
          .filter((column) => column.primary !== true)
          .map((column) => (
            <Checkbox
              key={column.key}
              label={column.header}
              checked={choice.isShown(column)}
              onChange={(event) => choice.set(column, event.target.checked)}
            />
          ))}
      </fieldset>
    </details>
  );
}
