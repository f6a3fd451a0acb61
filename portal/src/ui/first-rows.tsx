// Long lists on a phone: the first rows, and a button that shows the others with their count.

import { useState, type ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { Button } from './button.tsx';
import { uiMessages } from './messages.ts';
import { usePhone } from './phone.ts';

/** More than so many rows stand on no phone before somebody asks for them. */
export const phoneRowsMax = 25;

/**
 * The rows to draw, and what stands below them. On a wide screen all rows, in a box that scrolls.
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  phoneRows: number = phoneRowsMax,
): { first: readonly Row[]; more: ReactNode } {
  const messages = useMessages(uiMessages);
  const phone = usePhone();
  const [all, setAll] = useState(false);
  const hidden = rows.length - phoneRows;
  if (!phone || all || hidden <= 0) return { first: rows, more: null };
  return {
    first: rows.slice(0, phoneRows),
    more: (
      <div className="table-more">
        <Button small wide variant="quiet" onClick={() => setAll(true)}>
          {messages.showMore(hidden)}
        </Button>
      </div>
    ),
  };
}
