// Form of a column mapping: which column holds what, and how its values are written. Three cards
// of one mapping.

import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/field.tsx';
import type { Preview } from './answers.ts';
import { uploadMessages, type Mapping } from './upload-messages.ts';

interface Props {
  mapping: Mapping;
  onChange(mapping: Mapping): void;
}

const columns = [
  ...([
    'ourReference',
    'providerReference',
    'amount',
    'amountOut',
    'fee',
    'currency',
    'time',
    'status',
    'direction',
    'balance',
  ] as const),
];
const rules = ['column', 'sign', 'reversed-sign', 'columns', 'in', 'out'] as const;
const orders = ['ymd', 'dmy', 'mdy'] as const;
const decimals = ['.', ','] as const;
const sides = ['in', 'out'] as const;

export function ColumnsCard({ mapping, preview, onChange }: Props & { preview: Preview }) {
  const messages = useMessages(uploadMessages);
  const headings =
    preview.rows
      .find(({ line }) => line === mapping.headingRow)
      ?.cells.filter((cell) => cell !== '') ?? [];
  const offered = [...new Set(headings)].map((value) => ({ value, label: value }));
  return (
    <Card title={messages.columns} lead={messages.columnsLead}>
      <div className="reconciliation-fields">
        <Select
          label={messages.headingRow}
          value={String(mapping.headingRow)}
          options={preview.rows.slice(0, 30).map(({ line, cells }) => ({
            value: String(line),
            label: `${line} · ${cells.filter(Boolean).join(' · ').slice(0, 60)}`,
          }))}
          onChange={(event) => onChange({ ...mapping, headingRow: Number(event.target.value) })}
        />
        {columns
          .filter(
            (column) =>
              column !== 'amountOut' ||
              mapping.direction === 'columns' ||
              mapping.columns.amountOut !== null,
          )
          .map((column) => {
            const chosen = mapping.columns[column] ?? null;
            const isKnown = chosen === null || offered.some(({ value }) => value === chosen);
            return (
              <Select
                key={column}
                label={messages.columnNames[column]}
                value={chosen ?? ''}
                options={[
                  { value: '', label: messages.none },
                  ...offered,
                  ...(isKnown ? [] : [{ value: chosen, label: `${chosen} ?` }]),
                ]}
                onChange={(event) =>
                  onChange({
                    ...mapping,
                    columns: {
                      ...mapping.columns,
                      [column]: event.target.value === '' ? null : event.target.value,
                    },
                  })
                }
              />
            );
          })}
      </div>
    </Card>
  );
}

export function ValuesCard({ mapping, onChange }: Props) {
  const messages = useMessages(uploadMessages);
  const set = (change: Partial<Mapping>): void => onChange({ ...mapping, ...change });
  const lists = [
    ...(mapping.direction === 'column' ? (['in', 'out'] as const) : []),
    ...(mapping.columns.status === null
      ? []
      : (['success', 'failed', 'pending', 'reversed'] as const)),
  ];
  return (
    <Card title={messages.values}>
      <div className="reconciliation-fields">
        <Select
          label={messages.direction}
          value={mapping.direction}
          options={rules.map((value) => ({ value, label: messages.rules[value] }))}
          onChange={(event) => set({ direction: event.target.value as Mapping['direction'] })}
        />
        <Select
          label={messages.decimal}
          value={mapping.decimal}
          options={decimals.map((value) => ({ value, label: messages.decimals[value] }))}
          onChange={(event) => set({ decimal: event.target.value as Mapping['decimal'] })}
        />
        <Select
          label={messages.dayOrder}
          value={mapping.dayOrder}
          options={orders.map((value) => ({ value, label: messages.dayOrders[value] }))}
          onChange={(event) => set({ dayOrder: event.target.value as Mapping['dayOrder'] })}
        />
        <Field
          label={messages.timeZone}
          value={mapping.timeZone}
          maxLength={60}
          onChange={(event) => set({ timeZone: event.target.value })}
        />
        {mapping.columns.currency === null ? (
          <Field
            label={messages.currency}
            value={mapping.currency ?? ''}
            maxLength={3}
            onChange={(event) => set({ currency: event.target.value.toUpperCase() || null })}
          />
        ) : null}
        <Field
          label={messages.grace}
          hint={messages.graceHint}
          inputMode="numeric"
          value={String(mapping.graceMinutes)}
          maxLength={4}
          onChange={(event) =>
            set({ graceMinutes: Number(event.target.value.replaceAll(/\D/g, '')) })
          }
        />
        {lists.map((name) => (
          <WordsField
            key={name}
            label={messages.words[name]}
            hint={messages.wordsHint}
            list={mapping.words[name]}
            onChange={(list) => set({ words: { ...mapping.words, [name]: list } })}
          />
        ))}
      </div>
    </Card>
  );
}

/**
 * What is typed stays as it is until the field is left: a comma at the end is the beginning of
 * another word.
 */
function WordsField({
  label,
  hint,
  list,
  onChange,
}: {
  label: string;
  hint: string;
  list: readonly string[];
  onChange(list: string[]): void;
}) {
  return (
    <Field
      label={label}
      hint={hint}
      defaultValue={list.join(', ')}
      maxLength={500}
      onBlur={(event) =>
        onChange(
          event.target.value
            .split(',')
            .map((word) => word.trim())
            .filter(Boolean)
            .slice(0, 20),
        )
      }
    />
  );
}

export function FeesCard({ mapping, onChange }: Props) {
  const messages = useMessages(uploadMessages);
  if (mapping.columns.fee === null) return null;
  const set = (side: 'in' | 'out', name: 'percent' | 'fixed', typed: string): void => {
    const text = typed.trim().replace(',', '.');
    const fee = {
      percent: '0',
      fixed: '0',
      ...mapping.fees[side],
      [name]: text === '' ? '0' : text,
    };
    const isNone = text === '' && fee.percent === '0' && fee.fixed === '0';
    onChange({ ...mapping, fees: { ...mapping.fees, [side]: isNone ? null : fee } });
  };
  return (
    <Card title={messages.fees} lead={messages.feesLead}>
      <div className="reconciliation-fields">
        {sides.flatMap((side) =>
          (['percent', 'fixed'] as const).map((name) => (
            <Field
              key={`${side} ${name}`}
              label={messages[name][side]}
              inputMode="decimal"
              defaultValue={mapping.fees[side]?.[name] ?? ''}
              maxLength={12}
              onBlur={(event) => set(side, name, event.target.value)}
            />
          )),
        )}
      </div>
    </Card>
  );
}
