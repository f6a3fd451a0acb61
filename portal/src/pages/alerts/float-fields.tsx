// Fields of the minimum floats: a row for each, with its route chosen from those of the catalogue.

import { useState } from 'react';
import { useMessages } from '../../language/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { currencies } from '../developers/open-account.tsx';
import { alertSettingsMessages } from './messages.ts';
import type { Settings } from './read-form.ts';
import './alerts.css';

type Row = Partial<Settings['floats'][number]> & { key: number };

export function FloatFields({
  floats,
  routes,
  wrong,
}: {
  floats: Settings['floats'];
  routes: readonly string[];
  /** The row whose minimum is no amount. */
  wrong: number | null;
}) {
  const messages = useMessages(alertSettingsMessages);
  const [rows, setRows] = useState<Row[]>(() => floats.map((float, key) => ({ ...float, key })));
  // A route that left the catalogue keeps its row.
  const names = [...new Set([...routes, ...floats.map(({ route }) => route)])];
  const options = names.map((name) => ({ value: name, label: name }));
  const add = (): void => setRows([...rows, { key: (rows.at(-1)?.key ?? -1) + 1 }]);
  return (
    <div className="alert-rows">
      {rows.length === 0 ? <p className="soft">{messages.noFloats}</p> : null}
      {rows.map(({ key, route, currency, minimum }) => (
        <div key={key} className="alert-row alert-float">
          <Select
            name={`float.${key}.route`}
            label={messages.route}
            defaultValue={route}
            options={options}
          />
          <Field
            name={`float.${key}.minimum`}
            label={messages.minimum}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={minimum}
            error={wrong === key ? messages.minimumWrong : undefined}
          />
          <Select
            name={`float.${key}.currency`}
            label={messages.currency}
            defaultValue={currency}
            options={currencies}
          />
          <IconButton
            icon="trash"
            label={messages.removeFloatOf(route ?? String(key + 1))}
            onClick={() => setRows(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" disabled={names.length === 0} onClick={add}>
          {messages.addFloat}
        </Button>
      </div>
    </div>
  );
}
