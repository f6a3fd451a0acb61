// What happens with this account's short messages? Batches, what people wrote, opt-outs, senders and applications, each a tab.

import { useMay } from '../../api/index.ts';
import { useTexts } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppsTab } from './apps-tab.tsx';
import { BatchesTab } from './batches-tab.tsx';
import { InboundTab } from './inbound-tab.tsx';
import { OptOutsTab } from './opt-outs-tab.tsx';
import { SendersTab } from './senders-tab.tsx';
import { smsTexts } from './texts.ts';
import './sms.css';

const tabNames = ['batches', 'inbound', 'opt-outs', 'senders', 'apps'] as const;
const filters = { tab: choiceParam(tabNames, 'batches'), app: textParam(), after: textParam(), open: textParam() };

/** Where a tab's list is, and how it goes elsewhere. */
export interface TabPlace {
  app: string;
  after: string;
  open: string;
  onApp(app: string): void;
  onPage(after: string): void;
  onOpen(id: string): void;
}

export default function Sms() {
  const words = useTexts(smsTexts);
  const [{ tab, app, after, open }, change] = useSearch(filters);
  const maySend = useMay('POST sms/send');
  const place: TabPlace = {
    ...{ app, after, open },
    onApp: (next) => change({ app: next, after: '' }),
    onPage: (next) => change({ after: next }, { push: true }),
    onOpen: (next) => change({ open: next }),
  };
  const contents = {
    batches: () => <BatchesTab place={place} />,
    inbound: () => <InboundTab place={place} />,
    'opt-outs': () => <OptOutsTab place={place} />,
    senders: () => <SendersTab />,
    apps: () => <AppsTab place={place} />,
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        maySend ? (
          <ButtonLink look="primary" icon="send" to="/sms/send">
            {words.send}
          </ButtonLink>
        ) : null
      }
    >
      <Tabs
        label={words.parts}
        value={tab}
        onChange={(next) => change({ tab: next, after: '', open: '' })}
        tabs={tabNames.map((value) => ({ value, label: words.tabs[value], content: contents[value] }))}
      />
    </Page>
  );
}
