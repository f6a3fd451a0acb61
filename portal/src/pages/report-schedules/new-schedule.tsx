// Dialog that schedules a report: what, how often, in which form, to which address.

import { useState } from 'react';
import type { RouteBody } from '@jokko/contract/portal';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Action } from '../../ui/action.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { optionsOf } from '../../ui/list-filter.ts';
import { scheduleMessages } from './messages.ts';

type Body = RouteBody<'POST operator/report-schedules'>;

const reports = ['morningProof', 'revenue', 'settlements'] as const;
const groupings = ['service', 'route', 'developer', 'day'] as const;
const forms = ['pdf', 'xlsx', 'excel', 'plain'] as const;
const rhythms = ['day', 'week', 'month'] as const;

export function NewSchedule() {
  const messages = useMessages(scheduleMessages);
  const { language } = useLanguage();
  const [report, setReport] = useState<Body['report']>('morningProof');
  const isProof = report === 'morningProof';
  return (
    <Action
      route="POST operator/report-schedules"
      body={(values) =>
        ({
          report,
          by: report === 'revenue' ? values['by'] : null,
          form: isProof ? 'pdf' : values['form'],
          every: isProof ? 'day' : values['every'],
          address: values['address'],
          language: values['language'],
        }) as Body
      }
      changes={['GET operator/report-schedules']}
      label={messages.add}
      icon="plus"
      variant="primary"
      ask={{
        title: messages.addTitle,
        fields: (wrong) => (
          <>
            <Select
              name="report"
              label={messages.report}
              value={report}
              onChange={({ target }) => setReport(target.value as Body['report'])}
              {...(isProof && { hint: messages.proofHint })}
              options={optionsOf(reports, messages.reports)}
            />
            {report === 'revenue' ? (
              <Select
                name="by"
                label={messages.by}
                error={wrong('by')}
                options={optionsOf(groupings, messages.groupings)}
              />
            ) : null}
            {isProof ? null : (
              <>
                <Select
                  name="every"
                  label={messages.every}
                  error={wrong('every')}
                  options={optionsOf(rhythms, messages.rhythms)}
                />
                <Select
                  name="form"
                  label={messages.form}
                  error={wrong('form')}
                  options={optionsOf(forms, messages.forms)}
                />
              </>
            )}
            <Field
              name="address"
              type="email"
              label={messages.address}
              hint={messages.addressHint}
              error={wrong('address')}
            />
            <Select
              name="language"
              label={messages.language}
              defaultValue={language}
              options={optionsOf(['fr', 'en'] as const, messages.languages)}
            />
          </>
        ),
      }}
      done={messages.added}
    />
  );
}
