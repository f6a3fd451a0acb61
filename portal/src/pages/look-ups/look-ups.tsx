// What does a provider say before a payment: open bills, what waits under a code, what a remittance costs?

import { useRead } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { filterParam, useSearch } from '../../router/index.ts';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Bills } from './bills.tsx';
import { Quote } from './quote.tsx';
import { Reception } from './reception.tsx';
import { lookUpTexts } from './texts.ts';

const kinds = ['bills', 'reception', 'quote'] as const;
const filters = { of: filterParam(kinds) };
const freshMs = 60_000;

export default function LookUps() {
  const words = useTexts(lookUpTexts);
  const [{ of }, change] = useSearch(filters);
  const offered = useRead('GET look-ups', {}, { freshMs });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded read={offered} lines={6}>
        {({ services, sendDataExample }) => {
          const forms = { bills: Bills, reception: Reception, quote: Quote };
          const contentOf = (kind: (typeof kinds)[number]) => () => {
            const fitting = services.filter((service) => service.kind === kind);
            const Shown = forms[kind];
            return fitting.length === 0 ? (
              <EmptyState icon="layers" title={words.none}>
                {words.noneHint}
              </EmptyState>
            ) : (
              <Shown services={fitting} example={sendDataExample} />
            );
          };
          return (
            <Tabs
              label={words.tabs}
              value={of === '' ? 'bills' : of}
              onChange={(next) => change({ of: next })}
              tabs={kinds.map((kind) => ({ value: kind, label: words[kind], content: contentOf(kind) }))}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}
