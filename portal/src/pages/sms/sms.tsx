// Page of this account's short messages: batches, received messages, opt-outs, senders and
// applications, each a tab.

import { useMay } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { choiceParam, textParam, useSearch } from '../../router/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppsTab } from './apps-tab.tsx';
import { BatchesTab } from './batches-tab.tsx';
import { InboundTab } from './inbound-tab.tsx';
import { OptOutsTab } from './opt-outs-tab.tsx';
import { SendersTab } from './senders-tab.tsx';
import { smsMessages } from './messages.ts';
import './sms.css';
import type { TabPlace } from './tab-place.ts';

const tabNames = ['batches', 'inbound', 'opt-outs', 'senders', 'apps'] as const;
const filters = {
  tab: choiceParam(tabNames, 'batches'),
  app: textParam(),
  after: textParam(),
  open: textParam(),
};

export default function Sms() {
  const messages = useMessages(smsMessages);
  const [{ tab, app }, change] = useSearch(filters);
  const maySend = useMay('POST sms/send');
  const place: TabPlace = {
    app,
    onApp: (next) => change({ app: next, after: '' }),
  };
  const contents = {
    batches: () => <BatchesTab />,
    inbound: () => <InboundTab place={place} />,
    'opt-outs': () => <OptOutsTab place={place} />,
    senders: () => <SendersTab />,
    apps: () => <AppsTab />,
  };
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        maySend ? (
          <ButtonLink variant="primary" icon="send" to="/sms/send">
            {messages.send}
          </ButtonLink>
        ) : null
      }
    >
      <Tabs
        label={messages.parts}
        value={tab}
        onChange={(next) => change({ tab: next, after: '', open: '' })}
        tabs={tabNames.map((value) => ({
          value,
          label: messages.tabs[value],
          content: contents[value],
        }))}
      />
    </Page>
  );
}
