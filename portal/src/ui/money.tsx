// How does an amount stand on a page? In its currency's own form; negative ones with a sign, never by colour alone.

import { useFormat } from '../language/index.ts';

/** An amount in units of its currency, as the interface gives it. */
export function Money({
  amount,
  currency,
  signed = false,
}: {
  amount: string | number | bigint;
  currency: string;
  /** Shows + before what came in. */ signed?: boolean;
}) {
  const { money } = useFormat();
  const text = money(amount, currency);
  const plus = signed && !/^[\s\u2212-]/.test(String(amount)) && Number(amount) !== 0;
  return <span className="money number">{plus ? `+${text}` : text}</span>;
}
