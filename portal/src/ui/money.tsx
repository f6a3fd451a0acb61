// Amount on a page, in its currency's own form; negative ones with a sign, never by color alone.
// Amounts below each other have the same number of decimals, and the code of their currency where
// there are several.

import { createContext, isValidElement, use, type ReactNode } from 'react';
import { useFormat, type MoneyForm } from '../language/index.ts';

interface Props {
  amount: string | number | bigint;
  currency: string;
  /** Shows + before what came in. */ signed?: boolean;
  /** Shows the code of the currency instead of its sign. */ code?: boolean;
}

const plainForm: MoneyForm = {};
const MoneyColumn = createContext(plainForm);

/** An amount in units of its currency, as the interface gives it. */
export function Money({ amount, currency, signed = false, code = false }: Props) {
  const { money } = useFormat();
  const column = use(MoneyColumn);
  const text = money(amount, currency, code ? { ...column, code } : column);
  const plus = signed && !/^[\s\u2212-]/.test(String(amount)) && Number(amount) !== 0;
  return <span className="money number">{plus ? `+${text}` : text}</span>;
}

/** Amounts that stand in a cell by themselves, or in plain elements. */
function amountsIn(cell: ReactNode): Props[] {
  if (Array.isArray(cell)) return (cell as ReactNode[]).flatMap(amountsIn);
  if (!isValidElement<Props & { children?: ReactNode }>(cell)) return [];
  return cell.type === Money ? [cell.props] : amountsIn(cell.props.children);
}

/**
 * Which form have the amounts of a column? `cells` as they are drawn; what is no amount does not
 * count.
 */
export function moneyFormOf(cells: readonly ReactNode[]): MoneyForm {
  const amounts = cells.flatMap(amountsIn);
  if (amounts.length === 0) return plainForm;
  const decimals = Math.max(
    ...amounts.map(({ amount }) => String(amount).replace(/^[^.]*\.?|0+$/g, '').length),
  );
  return { decimals, code: new Set(amounts.map(({ currency }) => currency)).size > 1 };
}

/** Draws amounts in the form of their column. */
export function InMoneyForm({ form, children }: { form: MoneyForm; children: ReactNode }) {
  return <MoneyColumn value={form}>{children}</MoneyColumn>;
}
