// A drawn phone: what the payer is asked now, and below it the SMS that came, the newest first.

import { useState, type ReactNode } from 'react';
import type { RouteAnswer } from '@jokko/contract/portal';
import { useChange, useErrorMessages, useMe } from '../../api/index.ts';
import { useFormat, useMessages, type InLanguage } from '../../language/index.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { phoneMessages } from './phone-messages.ts';
import './phone.css';

type Screen = RouteAnswer<'POST sandbox/phone'>;
type Payment = Screen['payments'][number];
type Asked = Payment & { askedUntil: string };

const isAsked = (payment: Payment): payment is Asked => payment.askedUntil !== null;

export function Handset({ screen, onAnswered }: { screen: Screen; onAnswered(): void }) {
  const messages = useMessages(phoneMessages);
  const { moment } = useFormat();
  const { phone, pin, payments } = screen;
  // The one that waits longest is answered first, as on a real phone.
  const asked = payments.filter(isAsked).at(-1);
  const entries = useEntries(screen);
  return (
    <section className="handset" aria-label={messages.screen}>
      <div className="handset-screen">
        <p className="handset-number number">{phone}</p>
        {asked === undefined ? null : (
          <Prompt key={asked.id} phone={phone} pin={pin} of={asked} onAnswered={onAnswered} />
        )}
        {entries.map(({ key, sender, at, text }) => (
          <article key={key} className="handset-sms">
            <p className="handset-sender">
              <strong>{sender}</strong> <time dateTime={at}>{moment(at, 'clock')}</time>
            </p>
            {text}
          </article>
        ))}
        {asked === undefined && entries.length === 0 ? (
          <div className="handset-empty">
            <p>{messages.nothing}</p>
            <p>{messages.nothingHint}</p>
          </div>
        ) : null}
      </div>
    </section>
  );
}

function Prompt({
  phone,
  pin,
  of: { id, service, amount, currency, askedUntil },
  onAnswered,
}: {
  phone: string;
  pin: string;
  of: Asked;
  onAnswered(): void;
}) {
  const messages = useMessages(phoneMessages);
  const { money, moment } = useFormat();
  const { messageOf } = useErrorMessages();
  const merchant = useMerchant();
  const { run, pending, error } = useChange('POST sandbox/phone/decide');
  const [typed, setTyped] = useState('');
  const answer = async (choice: 'approve' | 'refuse' | 'expire'): Promise<void> => {
    const given = choice === 'approve' ? { pin: typed } : {};
    await run({ body: { phone, id, choice, ...given } });
    onAnswered();
  };
  return (
    <div className="handset-prompt" role="group" aria-label={service} aria-live="polite">
      <p className="handset-sender">
        <strong>{service}</strong>
      </p>
      <p className="handset-ask">{messages.ask(money(amount, currency), merchant)}</p>
      <Form className="stack stack-s" onSend={() => void answer('approve')}>
        {error === null ? null : (
          <p className="field-error" role="alert">
            {messageOf(error)}
          </p>
        )}
        <Field
          name="pin"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          label={messages.pin}
          hint={messages.pinHint(pin)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" wide pending={pending}>
          {messages.approve}
        </Button>
        <div className="handset-choices">
          <Button small wide pending={pending} onClick={() => void answer('refuse')}>
            {messages.refuse}
          </Button>
          <Button small wide pending={pending} onClick={() => void answer('expire')}>
            {messages.expire}
          </Button>
        </div>
        <p className="field-hint">{messages.until(moment(askedUntil, 'clock'))}</p>
      </Form>
    </div>
  );
}

const useMerchant = (): string => useMe().membership?.accountName ?? '';

interface Entry {
  key: string;
  sender: string;
  at: string;
  text: ReactNode;
}

function useEntries({ payments, messages }: Screen): Entry[] {
  const words = useMessages(phoneMessages);
  const { money } = useFormat();
  const merchant = useMerchant();
  const ofPayments = payments.flatMap((payment) => {
    const { id, service, at, amount, currency } = payment;
    const text = textOf(payment, money(amount, currency), merchant, words);
    return text === null ? [] : [{ key: id, sender: service, at, text }];
  });
  const ofMessages = messages.map(({ id, sender, at, text }) => ({
    key: id,
    sender,
    at,
    text: <p lang={text === null ? undefined : ''}>{text ?? words.removedText}</p>,
  }));
  return [...ofPayments, ...ofMessages].toSorted(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  );
}

/** What the payer is written about a payment; null: nothing. */
function textOf(
  { id, externalId, status, direction, link }: Payment,
  amount: string,
  merchant: string,
  words: InLanguage<typeof phoneMessages>,
): ReactNode {
  if (status === 'waiting') {
    if (link === null) return null;
    return <PaymentLink address={`${location.origin}${link}`} amount={amount} />;
  }
  const text = {
    success: direction === 'CREDIT' ? words.paid : words.received,
    failed: words.notPaid,
    canceled: words.notPaid,
    refunding: words.paid,
    refunded: words.givenBack,
  }[status](amount, merchant);
  if (direction === 'DEBIT' && status !== 'success') return null;
  return (
    <>
      <p>{text}</p>
      <p className="handset-reference">
        {words.transaction} <Link to={`/transactions/${id}`}>{externalId}</Link>
      </p>
    </>
  );
}

function PaymentLink({ address, amount }: { address: string; amount: string }) {
  const messages = useMessages(phoneMessages);
  return (
    <div className="stack stack-s">
      <p>{messages.linkSms(amount, useMerchant())}</p>
      <a href={address} target="_blank" rel="noreferrer">
        {messages.openLink}
      </a>
      <QrCode text={address} label={messages.qr} />
    </div>
  );
}
