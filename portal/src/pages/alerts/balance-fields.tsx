// Fields of the minimum balances at SMS carriers: a row for each connection whose carrier tells
// one, in the currency in which it tells it. Empty: no alert.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useMessages } from '../../language/index.ts';
import { Field } from '../../ui/field.tsx';
import { alertSettingsMessages } from './messages.ts';
import type { Settings } from './read-form.ts';
import './alerts.css';

export function BalanceFields({
  minimums,
  connections,
  wrong,
}: {
  minimums: Settings['smsBalances'];
  connections: RouteAnswer<'GET operator/alert-settings'>['smsConnections'];
  /** The connection whose minimum is no amount. */
  wrong: string | null;
}) {
  const messages = useMessages(alertSettingsMessages);
  // A connection that left the routing keeps its field.
  const gone = minimums
    .filter(({ connection }) => !connections.some(({ name }) => name === connection))
    .map(({ connection }) => ({ name: connection, currency: null }));
  const rows = [...connections, ...gone];
  if (rows.length === 0) return <p className="soft">{messages.noBalances}</p>;
  return (
    <div className="alert-balances">
      {rows.map(({ name, currency }) => (
        <Field
          key={name}
          name={`balance.${name}`}
          label={currency === null ? name : `${name} (${currency})`}
          hint={currency === null ? messages.balanceUnread : undefined}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={minimums.find(({ connection }) => connection === name)?.minimum}
          error={wrong === name ? messages.minimumWrong : undefined}
        />
      ))}
    </div>
  );
}
