// Form of a statement's period and balances.

import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import type { Preview } from './answers.ts';
import { uploadMessages } from './upload-messages.ts';

/** As typed; '' is nothing. Null: untouched, what the file states counts. */
export interface PeriodFields {
  from: string;
  until: string;
  currency: string | null;
  opening: string | null;
  closing: string | null;
}

export const noPeriod: PeriodFields = {
  from: '',
  until: '',
  currency: null,
  opening: null,
  closing: null,
};

/** What is typed, else what the file states. */
export function balancesOf(period: PeriodFields, found: Preview['balances']) {
  return {
    currency: period.currency ?? found?.currency ?? 'XOF',
    opening: period.opening ?? found?.opening ?? '',
    closing: period.closing ?? found?.closing ?? '',
  };
}

interface Props {
  period: PeriodFields;
  found: Preview['balances'];
  error: Error | null;
  onChange(period: PeriodFields): void;
}

export function PeriodCard({ period, found, error, onChange }: Props) {
  const balances = balancesOf(period, found);
  const isFound = (side: 'opening' | 'closing'): boolean =>
    period[side] === null && balances[side] !== '';
  const messages = useMessages(uploadMessages);
  const { fieldMessageOf } = useErrorMessages();
  const set = (change: Partial<PeriodFields>): void => onChange({ ...period, ...change });
  return (
    <Card title={messages.period} lead={messages.periodLead}>
      <div className="reconciliation-fields">
        <Field
          type="date"
          label={messages.from}
          value={period.from}
          onChange={(event) => set({ from: event.target.value })}
        />
        <Field
          type="date"
          label={messages.until}
          value={period.until}
          error={fieldMessageOf(error, 'until')}
          onChange={(event) => set({ until: event.target.value })}
        />
        <Field
          label={messages.opening}
          optional={messages.optional}
          inputMode="decimal"
          value={balances.opening}
          hint={isFound('opening') ? messages.balanceFound : undefined}
          error={fieldMessageOf(error, 'balances.0.opening')}
          onChange={(event) => set({ opening: event.target.value })}
        />
        <Field
          label={messages.closing}
          optional={messages.optional}
          inputMode="decimal"
          value={balances.closing}
          hint={isFound('closing') ? messages.balanceFound : undefined}
          error={fieldMessageOf(error, 'balances.0.closing')}
          onChange={(event) => set({ closing: event.target.value })}
        />
        <Field
          label={messages.balanceCurrency}
          value={balances.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </div>
    </Card>
  );
}
