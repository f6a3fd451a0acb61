// Panel of one request: of a rejected one the answer, the fields that it concerns and how to fix
// it, of another its transaction, and of both the call to repeat.

import type { ReactNode } from 'react';
import { codeHelp } from '@jokko/contract/code-help';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useLanguage, useMessages } from '../../language/index.ts';
import { fromDictionaries } from '../../language/message.ts';
import { Badge } from '../../ui/badge.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { Again } from './edit-and-run.tsx';
import { requestMessages } from './messages.ts';
import { TransactionPanel } from './transaction-panel.tsx';

type Refused = RouteAnswer<'GET request-log/:id'>;
/** By the code of the answer. */
const helpMessages = fromDictionaries<number>(codeHelp);

/** `id`: of the list, whose first letter says what it is. */
export function RequestPanel({ id, onClose }: { id: string; onClose(): void }) {
  const Panel = id.startsWith('t') ? TransactionPanel : RejectedPanel;
  return <Panel id={id.slice(1)} onClose={onClose} />;
}

function RejectedPanel({ id, onClose }: { id: string; onClose(): void }) {
  const messages = useMessages(requestMessages);
  const help = useMessages(helpMessages);
  const { language } = useLanguage();
  const call = useRead('GET request-log/:id', { params: { id } });
  return (
    <SidePanel title={call.answer?.endpoint ?? id} onClose={onClose}>
      <Loaded read={call}>
        {(refused) => (
          <div className="stack stack-l">
            <Notice tone="warn" title={messages.what}>
              <p>{help[refused.code]}</p>
              <p>
                <a href={`/docs/${language}/errors/${refused.code}`}>{messages.more}</a>
              </p>
            </Notice>
            <Details of={refused} />
            {refused.fields.length === 0 ? null : (
              <Part title={messages.fields}>
                <DataTable
                  id="request-fields"
                  caption={messages.fields}
                  rows={refused.fields}
                  rowKey={({ field, message }) => `${field} ${message}`}
                  empty={null}
                  columns={[
                    {
                      key: 'field',
                      header: messages.field,
                      cell: ({ field }) => <code>{field}</code>,
                    },
                    {
                      key: 'problem',
                      header: messages.problem,
                      cell: ({ message }) => <span lang="">{message}</span>,
                    },
                  ]}
                />
              </Part>
            )}
            <Part title={messages.members}>
              <DataTable
                id="request-members"
                caption={messages.members}
                rows={refused.members}
                rowKey={({ name }) => name}
                empty={<p className="soft">{messages.noMembers}</p>}
                columns={[
                  {
                    key: 'member',
                    header: messages.member,
                    cell: ({ name }) => <code>{name}</code>,
                  },
                  {
                    key: 'value',
                    header: messages.value,
                    cell: ({ value }) =>
                      value === null ? (
                        <span className="soft">{messages.notKept}</span>
                      ) : (
                        <code>{value}</code>
                      ),
                  },
                ]}
              />
            </Part>
            <Again of={refused} />
          </div>
        )}
      </Loaded>
    </SidePanel>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Details({
  of: { at, code, error, message, service, keyName, keyValid, address, requestId, durationMs },
}: {
  of: Refused;
}) {
  const messages = useMessages(requestMessages);
  const { duration } = useFormat();
  return (
    <KeyValues
      items={[
        {
          label: messages.code,
          value: (
            <Badge tone={code >= 5_000 ? 'bad' : 'warn'} icon="alert">
              {code}
            </Badge>
          ),
        },
        { label: messages.message, value: <span lang="">{message}</span> },
        { label: messages.error, value: error === null ? null : <Code>{error}</Code> },
        { label: messages.service, value: service === null ? null : <Code>{service}</Code> },
        {
          label: messages.key,
          value: (
            <>
              <Code>{keyName}</Code> {keyValid ? messages.keyRight : messages.keyWrong}
            </>
          ),
        },
        { label: messages.address, value: address },
        { label: messages.time, value: <When at={at} show="both" /> },
        { label: messages.duration, value: duration(durationMs) },
        { label: messages.requestId, value: <Code>{requestId}</Code> },
      ]}
    />
  );
}
