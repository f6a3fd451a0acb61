// API reference: shows how each call of the interface is made with the user's own key.

import type { ReactNode } from 'react';
import type { OpenapiDocument } from '@jokko/contract';
import { useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Select } from '../../ui/field.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { curlOf } from './curl.ts';
import {
  answersOf,
  callsOf,
  operationsOf,
  type CallerKeys,
  type ShownOperation,
} from './operations.ts';
import { referenceMessages } from './messages.ts';
import { useDocument } from './use-document.ts';

const filters = { call: textParam() };

export default function Reference() {
  const messages = useMessages(referenceMessages);
  const { language } = useLanguage();
  const key = useRead('GET home/first-call', {}, { freshMs: 60_000 });
  const { read, again } = useDocument();
  const links = (
    <>
      <a
        className="button button-plain"
        href={`/docs?lang=${language}`}
        target="_blank"
        rel="noopener"
      >
        {messages.docs}
      </a>
      <a className="button button-plain" href="/openapi.json" target="_blank" rel="noopener">
        {messages.machine}
      </a>
    </>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={links}>
      {read === 'reading' ? <Skeleton lines={8} /> : null}
      {read === 'failed' ? (
        <EmptyState
          icon="alert"
          title={messages.unread}
          action={<Button onClick={again}>{messages.again}</Button>}
        />
      ) : null}
      {typeof read === 'string' ? null : (
        <Loaded read={key}>{(keys) => <Calls document={read.document} keys={keys} />}</Loaded>
      )}
    </Page>
  );
}

function Calls({
  document,
  keys: { apiKey, appKey },
}: {
  document: OpenapiDocument;
  keys: { [Key in keyof CallerKeys]: string | null };
}) {
  const messages = useMessages(referenceMessages);
  const [{ call }, change] = useSearch(filters);
  const all = operationsOf(document);
  const shown = all.find(({ operation }) => operation.operationId === call) ?? all[0];
  const areaOf = (each: ShownOperation): string => (isSms(each) ? messages.sms : messages.payments);
  if (shown === undefined) return null;
  return (
    <>
      <Select
        label={messages.endpoint}
        value={shown.operation.operationId}
        options={all.map((each) => ({
          value: each.operation.operationId,
          label: `${areaOf(each)} · ${each.method} ${each.path}`,
        }))}
        onChange={(event) => change({ call: event.target.value })}
      />
      {!isSms(shown) && apiKey === null ? <Notice tone="info">{messages.keyOnce}</Notice> : null}
      {isSms(shown) ? (
        <Notice tone="info">{appKey === null ? messages.appKeyOnce : messages.appKey}</Notice>
      ) : null}
      <OneCall
        shown={shown}
        keys={{ apiKey: apiKey ?? messages.yourKey, appKey: appKey ?? messages.yourAppKey }}
      />
    </>
  );
}

/** On a phone the others stand behind a button. */
const phoneExamples = 3;

const isSms = ({ operation }: ShownOperation): boolean => operation.tags.includes('sms');

function OneCall({ shown, keys }: { shown: ShownOperation; keys: CallerKeys }) {
  const messages = useMessages(referenceMessages);
  const { language } = useLanguage();
  const { operation, path, method } = shown;
  const french = language === 'fr';
  return (
    <>
      <Card
        title={`${method} ${path}`}
        lead={french ? operation['x-summary-fr'] : operation.summary}
        actions={
          <a
            className="button button-plain button-small"
            href={`/docs?lang=${language}#${operation.operationId}`}
            target="_blank"
            rel="noopener"
          >
            {messages.fields}
          </a>
        }
      >
        <p>
          {(french ? operation['x-description-fr'] : operation.description).replaceAll('`', '')}
        </p>
      </Card>
      <Blocks
        key={operation.operationId}
        title={messages.requests}
        blocks={callsOf(shown, location.origin, keys).map(({ name, title, call }) => (
          <CodeBlock key={name} label={title[language]} text={curlOf(call, true)} />
        ))}
      />
      <Blocks
        key={`${operation.operationId} answers`}
        title={messages.answers}
        blocks={answersOf(shown).map(({ name, title, value }) => (
          <CodeBlock key={name} label={title[language]} text={JSON.stringify(value, null, 2)} />
        ))}
      />
    </>
  );
}

function Blocks({ title, blocks }: { title: string; blocks: ReactNode[] }) {
  const { first, more } = useFirstRows(blocks, phoneExamples);
  return (
    <Card title={title}>
      <div className="stack">{first}</div>
      {more}
    </Card>
  );
}
