// Which days is the statement of, and which balances does it give?

import { useErrorWords } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { uploadTexts } from './upload-texts.ts';

/** As typed; '' is nothing. */
export interface PeriodFields {
  from: string;
  until: string;
  currency: string;
  opening: string;
  closing: string;
}

export const noPeriod: PeriodFields = { from: '', until: '', currency: 'XOF', opening: '', closing: '' };

interface Props {
  period: PeriodFields;
  error: Error | null;
  onChange(period: PeriodFields): void;
}

export function PeriodCard({ period, error, onChange }: Props) {
  const words = useTexts(uploadTexts);
  const { sayField } = useErrorWords();
  const set = (change: Partial<PeriodFields>): void => onChange({ ...period, ...change });
  return (
    <Card title={words.period} lead={words.periodLead}>
      <div className="reconciliation-fields">
        <Field type="date" label={words.from} value={period.from} onChange={(event) => set({ from: event.target.value })} />
        <Field
          type="date"
          label={words.until}
          value={period.until}
          error={sayField(error, 'until')}
          onChange={(event) => set({ until: event.target.value })}
        />
        <Field
          label={words.opening}
          optional={words.optional}
          inputMode="decimal"
          value={period.opening}
          error={sayField(error, 'balances.0.opening')}
          onChange={(event) => set({ opening: event.target.value })}
        />
        <Field
          label={words.closing}
          optional={words.optional}
          inputMode="decimal"
          value={period.closing}
          error={sayField(error, 'balances.0.closing')}
          onChange={(event) => set({ closing: event.target.value })}
        />
        <Field
          label={words.balanceCurrency}
          value={period.currency}
          maxLength={3}
          onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        />
      </div>
    </Card>
  );
}
