// What was wrong with this call, and what is to be done? The answer, the fields it speaks of, and the call to be made again.

import type { ReactNode } from 'react';
import { codeHelp } from '@jokko/contract/code-help';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useMay, useMe, useRead } from '../../api/index.ts';
import { defineTexts, useLanguage, useTexts } from '../../language/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { KeyValues } from '../../ui/card.tsx';
import { Code, CodeBlock } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';
import { againOf } from './again.ts';
import { requestTexts } from './texts.ts';

type Refused = RouteAnswer<'GET requests/:id'>;
/** By the code of the answer. */
const helpTexts = defineTexts<Record<number, string>>(codeHelp.fr, codeHelp.en);

export function RequestPanel({ id, onClose }: { id: string; onClose(): void }) {
  const words = useTexts(requestTexts);
  const help = useTexts(helpTexts);
  const { language } = useLanguage();
  const call = useRead('GET requests/:id', { params: { id } });
  return (
    <SidePanel title={call.answer?.endpoint ?? id} onClose={onClose}>
      <Loaded read={call}>
        {(refused) => (
          <div className="stack stack-l">
            <Notice tone="warn" title={words.what}>
              <p>{help[refused.code]}</p>
              <p>
                <a href={`/docs?lang=${language}#${refused.code === 400 ? 'sms' : `code-${refused.code}`}`}>{words.more}</a>
              </p>
            </Notice>
            <Facts of={refused} />
            {refused.fields.length === 0 ? null : (
              <Part title={words.fields}>
                <DataTable
                  id="request-fields"
                  caption={words.fields}
                  rows={refused.fields}
                  rowKey={({ field, message }) => `${field} ${message}`}
                  empty={null}
                  columns={[
                    { key: 'field', header: words.field, cell: ({ field }) => <code>{field}</code> },
                    { key: 'problem', header: words.problem, cell: ({ message }) => <span lang="">{message}</span> },
                  ]}
                />
              </Part>
            )}
            <Part title={words.members}>
              <DataTable
                id="request-members"
                caption={words.members}
                rows={refused.members}
                rowKey={({ name }) => name}
                empty={<p className="soft">{words.noMembers}</p>}
                columns={[
                  { key: 'member', header: words.member, cell: ({ name }) => <code>{name}</code> },
                  {
                    key: 'value',
                    header: words.value,
                    cell: ({ value }) => (value === null ? <span className="soft">{words.notKept}</span> : <code>{value}</code>),
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

/** In the sandbox ready to be pasted: with the account's own test key, and a number of the sandbox. */
function Again({ of }: { of: Refused }) {
  const words = useTexts(requestTexts);
  const may = useMay('GET home/first-call');
  const sandbox = useMe().mode === 'sandbox';
  const first = useRead('GET home/first-call', may && sandbox ? {} : null, { freshMs: 60_000 });
  const { apiKey = null, appKey = null, order = null } = first.answer ?? {};
  const filled = { apiKey, appKey, phone: order?.phone ?? null };
  return <CodeBlock label={words.curl} text={againOf(window.location.origin, of, filled)} />;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Facts({ of: { at, code, error, message, service, keyName, keyValid, address, requestId, durationMs } }: { of: Refused }) {
  const words = useTexts(requestTexts);
  return (
    <KeyValues
      items={[
        {
          label: words.code,
          value: (
            <Badge tone={code >= 5_000 ? 'bad' : 'warn'} icon="alert">
              {code}
            </Badge>
          ),
        },
        { label: words.message, value: <span lang="">{message}</span> },
        { label: words.error, value: error === null ? null : <Code>{error}</Code> },
        { label: words.service, value: service === null ? null : <Code>{service}</Code> },
        {
          label: words.key,
          value: (
            <>
              <Code>{keyName}</Code> {keyValid ? words.keyRight : words.keyWrong}
            </>
          ),
        },
        { label: words.address, value: address },
        { label: words.time, value: <When at={at} show="both" /> },
        { label: words.duration, value: words.ms(String(durationMs)) },
        { label: words.requestId, value: <Code>{requestId}</Code> },
      ]}
    />
  );
}
