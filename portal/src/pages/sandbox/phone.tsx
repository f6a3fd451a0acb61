// The phone of a payer: while the page holds it, the account's collections from its number wait for
// the answer given here. Beside it stand the requests that the account makes.

import { useCallback, useEffect, useState } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import {
  useChange,
  useErrorMessages,
  useEvents,
  useMay,
  useMe,
  useRead,
  useRealtime,
} from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Page } from '../../layout/page.tsx';
import { textParam, useSearch } from '../../router/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { columnsOf } from '../request-log/request-log.tsx';
import { requestMessages } from '../request-log/messages.ts';
import { Handset } from './handset.tsx';
import { phoneMessages } from './phone-messages.ts';

/** A phone is held for ten seconds at a time. */
const heldEveryMs = 3_000;
const filters = { phone: textParam() };
/** Its digits choose no outcome. */
const usualPhone = '+221770000001';
const hold = 'POST sandbox/phone';

export default function SandboxPhone() {
  const messages = useMessages(phoneMessages);
  const may = useMay(hold);
  const isSandbox = useMe().mode === 'sandbox';
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      back={{ to: '/sandbox', label: messages.sandbox }}
    >
      {isSandbox && may ? (
        <div className="payer">
          <Payer />
          <Requests />
        </div>
      ) : (
        <Notice tone="warn">{isSandbox ? messages.notAllowed : messages.onlySandbox}</Notice>
      )}
    </Page>
  );
}

function Payer() {
  const messages = useMessages(phoneMessages);
  const [{ phone }, change] = useSearch(filters);
  if (phone !== '') return <Held key={phone} phone={phone} putDown={() => change({ phone: '' })} />;
  return (
    <Card>
      <Form onSend={(values) => change({ phone: (values['phone'] ?? '').trim() })}>
        <PhoneField />
        <div className="buttons">
          <Button type="submit" variant="primary" icon="phone">
            {messages.hold}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

/** Typed, or picked from those of the latest transactions. */
function PhoneField() {
  const messages = useMessages(phoneMessages);
  const { answer } = useRead('GET transactions', {});
  const latest = answer?.items.map(({ phone }) => phone).filter((phone) => phone !== '') ?? [];
  return (
    <>
      <Field
        name="phone"
        type="tel"
        label={messages.number}
        hint={messages.numberHint}
        defaultValue={usualPhone}
        list="latest-phones"
        required
      />
      <datalist id="latest-phones">
        {[...new Set(latest)].map((phone) => (
          <option key={phone} value={phone} />
        ))}
      </datalist>
    </>
  );
}

/** Says every few seconds that somebody has the phone, and shows what stands on it. */
function useHeldPhone(phone: string) {
  const { run, error } = useChange(hold);
  const [screen, setScreen] = useState<RouteAnswer<typeof hold> | null>(null);
  const isWrong = error?.code === 'invalid';
  const again = useCallback(
    () =>
      run({ body: { phone } }).then((answer) => {
        if (answer !== null) setScreen(answer);
      }),
    [phone, run],
  );
  useEffect(() => {
    if (isWrong) return;
    void again();
    const timer = setInterval(() => void again(), heldEveryMs);
    return () => clearInterval(timer);
  }, [again, isWrong]);
  useEvents(({ kind }) => {
    if (kind === 'operation') void again();
  }, !isWrong);
  return { screen, error, again };
}

function Held({ phone, putDown }: { phone: string; putDown(): void }) {
  const messages = useMessages(phoneMessages);
  const { messageOf, fieldMessageOf } = useErrorMessages();
  const { screen, error, again } = useHeldPhone(phone);
  return (
    <div className="stack">
      {error === null ? null : (
        <Notice tone="bad" live>
          {fieldMessageOf(error, 'phone') ?? messageOf(error)}
        </Notice>
      )}
      {screen === null ? null : <Handset screen={screen} onAnswered={() => void again()} />}
      <div className="buttons payer-buttons">
        <Button onClick={putDown}>{messages.putDown}</Button>
      </div>
    </div>
  );
}

const shownRequests = 10;

function Requests() {
  const messages = useMessages(phoneMessages);
  const ofRequests = useMessages(requestMessages);
  const { moment } = useFormat();
  // Those of the page Requests, as far as there is room beside the phone.
  const columns = columnsOf(ofRequests)
    .filter(({ key }) => shownColumns.includes(key))
    .map((column) =>
      column.key === 'time'
        ? { ...column, cell: ({ at }: { at: string }) => moment(at, 'clock') }
        : column,
    );
  const read = useRead('GET request-log', {}, { everyMs: heldEveryMs });
  useRealtime(['operation'], ['GET request-log']);
  return (
    <Card
      title={messages.requests}
      flush
      actions={
        <ButtonLink small to="/requests">
          {messages.allRequests}
        </ButtonLink>
      }
    >
      <Loaded read={read} lines={5}>
        {({ items }) => (
          <DataTable
            id="phone-requests"
            caption={messages.requests}
            columns={columns}
            rows={items.slice(0, shownRequests)}
            rowKey={({ id }) => id}
            empty={<EmptyState icon="code" title={messages.noRequests} />}
          />
        )}
      </Loaded>
    </Card>
  );
}

const shownColumns = ['endpoint', 'time', 'code', 'message'];
