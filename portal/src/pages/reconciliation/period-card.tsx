// Form of a statement's period and balances.

import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { uploadMessages } from './upload-messages.ts';

/** As typed; '' is nothing. */
export interface PeriodFields {
  from: string;
  until: string;
  currency: string;
  opening: string;
  closing: string;
}

export const noPeriod: PeriodFields = {
  from: '',
  until: '',
  currency: 'XOF',
  opening: '',
  closing: '',
};

interface Props {
  period: PeriodFields;
  error: Error | null;
  onChange(period: PeriodFields): void;
}

export function PeriodCard({ period, error, onChange }: Props) {
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
          value={period.opening}
          error={fieldMessageOf(error, 'balances.0.opening')}
          onChange={(event) => set({ opening: event.target.value })}
        />
        <Field
          label={messages.closing}
          optional={messages.optional}
          inputMode="decimal"
          value={period.closing}
          error={fieldMessageOf(error, 'balances.0.closing')}
          onChange={(event) => set({ closing: event.target.value })}
        />
        <Field
          label={messages.balanceCurrency}
          value={period.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </div>
    </Card>
  );
}
