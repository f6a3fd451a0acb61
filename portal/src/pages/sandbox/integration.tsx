// Test of an integration: the gateway posts genuine and forged callbacks to the developer's
// receiver, watches the calls of the program, and says what failed and how to mend it.

import { defined } from '@jokko/contract/defined';
import { useEffect } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import {
  integrationCauseTexts,
  integrationDirections,
  integrationFixes,
  integrationTitles,
} from '../../../../contract/src/messages/integration-test.ts';
import { addressOf, useChange, useErrorMessages, useMay, useMe, useRead } from '../../api/index.ts';
import { useLanguage, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, KeyValues } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { When } from '../../ui/when.tsx';
import { integrationMessages } from './integration-messages.ts';
import './integration.css';

type Test = RouteAnswer<'POST integration-tests'>['test'];
const newest = 'GET integration-tests/newest';
/** The calls of the program are looked for so often. */
const watchedEveryMs = 3_000;

export default function Integration() {
  const messages = useMessages(integrationMessages);
  const isSandbox = useMe().mode === 'sandbox';
  const read = useRead(newest, isSandbox ? {} : null);
  const test = read.answer?.test ?? null;
  const isOpen = test !== null && test.endedAt === null;
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/sandbox', label: messages.sandbox }}
      narrow
    >
      {isSandbox ? (
        <div className="stack">
          {isOpen ? <Running test={test} /> : <Begin />}
          {test === null ? null : <Report test={test} />}
        </div>
      ) : (
        <Notice tone="warn">{messages.onlySandbox}</Notice>
      )}
    </Page>
  );
}

function Begin() {
  const messages = useMessages(integrationMessages);
  const { fieldMessageOf } = useErrorMessages();
  const may = useMay('POST integration-tests');
  const { run, pending, error } = useChange('POST integration-tests', { changes: [newest] });
  if (!may) return null;
  const begin = ({ url = '', order = '', direction }: Record<string, string>): void =>
    void run({
      body: {
        url: url.trim(),
        direction: integrationDirections.find((known) => known === direction) ?? 'collect',
        ...defined({ order: order.trim() || undefined }),
      },
    });
  return (
    <Card>
      <Form error={error} onSend={begin}>
        <Field
          name="url"
          type="url"
          label={messages.url}
          hint={messages.urlHint}
          placeholder="https://"
          error={fieldMessageOf(error, 'url')}
          required
        />
        <Field
          name="order"
          label={messages.order}
          hint={messages.orderHint}
          optional={messages.optional}
          error={fieldMessageOf(error, 'order')}
        />
        <Select
          name="direction"
          label={messages.direction}
          options={integrationDirections.map((value) => ({
            value,
            label: messages.directions[value],
          }))}
        />
        <div className="buttons">
          <Button type="submit" variant="primary" icon="send" pending={pending}>
            {messages.start}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Has what is due posted, one step after the other, as long as the page is open. */
function Running({ test: { id, remaining, madeBy } }: { test: Test }) {
  const messages = useMessages(integrationMessages);
  const may = useMay('POST integration-tests/continue');
  const isOurs = may && madeBy === 'portal';
  const { run, pending, error } = useChange('POST integration-tests/continue', {
    changes: [newest],
  });
  useRead(newest, {}, { everyMs: watchedEveryMs });
  const isDue = isOurs && remaining > 0 && !pending && error === null;
  useEffect(() => {
    if (isDue) void run({ body: { id, end: false } });
  }, [id, isDue, run]);
  return (
    <Notice
      title={remaining > 0 ? messages.sending : undefined}
      live
      actions={
        isOurs && remaining === 0 ? (
          <Button pending={pending} onClick={() => void run({ body: { id, end: true } })}>
            {messages.end}
          </Button>
        ) : undefined
      }
    >
      {remaining === 0 ? messages.watching : null}
    </Notice>
  );
}

const certificateOf = (id: string): string =>
  addressOf('GET integration-tests/:id/certificate', { params: { id } });

const tones: Record<Test['lines'][number]['result'], Tone> = {
  pass: 'good',
  fail: 'bad',
  notSeen: 'neutral',
};

function Report({ test }: { test: Test }) {
  const { id, receiver, startedAt, madeBy, lines, certified } = test;
  const messages = useMessages(integrationMessages);
  return (
    <Card
      title={messages.result}
      actions={
        certified ? (
          <Button icon="download" onClick={() => location.assign(certificateOf(id))}>
            {messages.certificate}
          </Button>
        ) : undefined
      }
    >
      <div className="stack">
        <KeyValues
          items={[
            { label: messages.receiver, value: receiver === '' ? null : receiver },
            { label: messages.started, value: <When at={startedAt} /> },
          ]}
        />
        {madeBy === 'command' ? <p className="small">{messages.byCommand}</p> : null}
        <ul className="integration-lines">
          {lines.map((line) => (
            <ReportLine key={line.scenario} line={line} />
          ))}
        </ul>
      </div>
    </Card>
  );
}

function ReportLine({ line }: { line: Test['lines'][number] }) {
  const { scenario, result, cause, status } = line;
  const messages = useMessages(integrationMessages);
  const { language } = useLanguage();
  return (
    <li>
      <p className="integration-line">
        <span>{integrationTitles[scenario][language]}</span>
        <Badge tone={tones[result]}>{messages.results[result]}</Badge>
      </p>
      {cause === null ? null : (
        <p className="small">{integrationCauseTexts[cause][language](status)}</p>
      )}
      {result === 'fail' ? <p className="small">{integrationFixes[scenario][language]}</p> : null}
    </li>
  );
}
