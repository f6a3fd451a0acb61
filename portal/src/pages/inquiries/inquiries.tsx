// Page of inquiries to a provider before a payment: open bills, what waits under a code, what a
// remittance costs.

import { useRead } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, useSearch } from '../../router/index.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Bills } from './bills.tsx';
import { Quote } from './quote.tsx';
import { Reception } from './reception.tsx';
import { inquiryMessages } from './messages.ts';

const kinds = ['bills', 'reception', 'quote'] as const;
const filters = { of: filterParam(kinds) };
const freshMs = 60_000;

export default function StatusLimits() {
  const messages = useMessages(inquiryMessages);
  const [{ of }, change] = useSearch(filters);
  const offered = useRead('GET inquiries', {}, { freshMs });
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loaded read={offered} lines={6}>
        {({ services, sendDataExample }) => {
          const forms = { bills: Bills, reception: Reception, quote: Quote };
          const contentOf = (kind: (typeof kinds)[number]) => () => {
            const fitting = services.filter((service) => service.kind === kind);
            const Shown = forms[kind];
            return fitting.length === 0 ? (
              <EmptyState icon="layers" title={messages.none}>
                {messages.noneHint}
              </EmptyState>
            ) : (
              <Shown services={fitting} example={sendDataExample} />
            );
          };
          return (
            <Tabs
              label={messages.tabs}
              value={of === '' ? 'bills' : of}
              onChange={(next) => change({ of: next })}
              tabs={kinds.map((kind) => ({
                value: kind,
                label: messages[kind],
                content: contentOf(kind),
              }))}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
