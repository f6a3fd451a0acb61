// Form of a price plan: its name, and which services it holds at which price.

import { defined } from '@jokko/contract/defined';
import { useState } from 'react';
import type { RouteAnswer, RouteBody } from '@jokko/contract/portal';
import { useErrorMessages } from '../../api/index.ts';
import { plainAmount, useMessages, wholeNumber } from '../../language/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { phoneRowsMax, useFirstRows } from '../../ui/first-rows.tsx';
import { Form } from '../../ui/form.tsx';
import { PriceMessages } from '../services/price.tsx';
import { pricePlanMessages } from './messages.ts';
import './price-plans.css';

type Content = RouteBody<'POST operator/price-plans'>;
type Service = RouteAnswer<'GET operator/price-plans/:id'>['services'][number];
const members = ['percent', 'fixed', 'minimum', 'maximum'] as const;
type Typed = Record<(typeof members)[number], string>;
/** What is typed for each service that the plan holds. */
type Prices = Readonly<Record<string, Typed>>;

interface Props {
  plan: { name: string; rateLimit: number | null; services: Service[] };
  yes: string;
  pending: boolean;
  error: Error | null;
  readOnly?: boolean;
  onSend(content: Content): Promise<void>;
}

const catalogues: Typed = { percent: '', fixed: '', minimum: '', maximum: '' };

export function PlanForm({ plan, yes, pending, error, readOnly = false, onSend }: Props) {
  const messages = useMessages(pricePlanMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [prices, setPrices] = useState(() => pricesOf(plan.services));
  // What is wrong with a price stands beside it, wherever that is.
  const { first, more } = useFirstRows(plan.services, error === null ? phoneRowsMax : Infinity);
  const set = (code: string, typed: Typed | null): void =>
    setPrices(({ [code]: _before, ...others }) =>
      typed === null ? others : { ...others, [code]: typed },
    );
  const send = ({ name = '', rateLimit = '' }: Record<string, string>): void => {
    const services = plan.services.flatMap(({ code }) =>
      prices[code] === undefined ? [] : [{ code, price: priceOf(prices[code]) }],
    );
    const limit = rateLimit.trim() === '' ? null : wholeNumber(rateLimit);
    void onSend({ name: name.trim(), rateLimit: limit, services });
  };
  return (
    <Form error={error} onSend={send}>
      <Card>
        <fieldset className="plan-fields" disabled={readOnly}>
          <Field
            name="name"
            label={messages.name}
            maxLength={100}
            defaultValue={plan.name}
            error={fieldMessageOf(error, 'name')}
          />
          <Field
            name="rateLimit"
            label={messages.rateLimit}
            hint={messages.rateLimitHint}
            inputMode="numeric"
            defaultValue={plan.rateLimit ?? ''}
            error={fieldMessageOf(error, 'rateLimit')}
          />
        </fieldset>
      </Card>
      <Card
        title={messages.included(Object.keys(prices).length)}
        actions={readOnly ? null : <ForAll plan={plan} prices={prices} setPrices={setPrices} />}
      >
        <fieldset className="plan-services" disabled={readOnly}>
          {first.map((service) => (
            <ServiceRow
              key={service.code}
              service={service}
              typed={prices[service.code]}
              onType={(typed) => set(service.code, typed)}
              wrong={(member) => fieldMessageOf(error, `${service.code}.${member}`)}
            />
          ))}
          {more}
        </fieldset>
      </Card>
      {readOnly ? null : (
        <Button type="submit" variant="primary" pending={pending}>
          {yes}
        </Button>
      )}
    </Form>
  );
}

/** What is done to all services at once. */
function ForAll({
  plan,
  prices,
  setPrices,
}: {
  plan: Props['plan'];
  prices: Prices;
  setPrices(next: Prices): void;
}) {
  const messages = useMessages(pricePlanMessages);
  const [percent, setPercent] = useState('');
  const all = Object.keys(prices).length === plan.services.length;
  const everything = () =>
    Object.fromEntries(plan.services.map(({ code }) => [code, prices[code] ?? catalogues]));
  const fillIn = () =>
    setPrices(
      Object.fromEntries(
        Object.entries(prices).map(([code, typed]) => [code, { ...typed, percent }]),
      ),
    );
  return (
    <div className="row plan-for-all">
      <Field
        label={messages.forAll}
        inputMode="decimal"
        value={percent}
        onChange={({ currentTarget }) => setPercent(currentTarget.value)}
      />
      <Button onClick={fillIn}>{messages.set}</Button>
      <Button onClick={() => setPrices(all ? {} : everything())}>
        {all ? messages.nothing : messages.all}
      </Button>
    </div>
  );
}

function ServiceRow({
  service,
  typed,
  onType,
  wrong,
}: {
  service: Service;
  typed: Typed | undefined;
  onType(typed: Typed | null): void;
  wrong(member: string): string | undefined;
}) {
  const messages = useMessages(pricePlanMessages);
  const { name, currency, price } = service;
  return (
    <div className="plan-service">
      <Checkbox
        label={name}
        checked={typed !== undefined}
        onChange={({ currentTarget }) => onType(currentTarget.checked ? catalogues : null)}
        {...defined({
          hint:
            typed === undefined || isCatalogues(typed) ? (
              price.own ? (
                messages.catalogue
              ) : (
                <PriceMessages of={{ price, currency, messagePrice: price.messagePrice }} />
              )
            ) : undefined,
        })}
      />
      {typed === undefined
        ? null
        : members.map((member) => (
            <Field
              key={member}
              label={
                <>
                  <span aria-hidden="true">
                    {member === 'percent' ? `${messages.percent} (%)` : messages[member]}
                  </span>
                  <span className="visually-hidden">{messages.of(messages[member], name)}</span>
                </>
              }
              inputMode="decimal"
              value={typed[member]}
              error={wrong(member)}
              onChange={({ currentTarget }) => onType({ ...typed, [member]: currentTarget.value })}
            />
          ))}
    </div>
  );
}

const isCatalogues = (typed: Typed): boolean => members.every((member) => typed[member] === '');

function pricesOf(services: readonly Service[]): Prices {
  return Object.fromEntries(
    services
      .filter(({ included }) => included)
      .map(({ code, price }) => [code, price.own ? typedOf(price) : catalogues]),
  );
}

const typedOf = ({ percent, fixed, minimum, maximum }: Service['price']): Typed => ({
  percent,
  fixed,
  minimum: minimum ?? '',
  maximum: maximum ?? '',
});

function priceOf(typed: Typed): Content['services'][number]['price'] {
  if (isCatalogues(typed)) return null;
  const orNone = (text: string): string | null => (text.trim() === '' ? null : plainAmount(text));
  return {
    percent: orNone(typed.percent) ?? '0',
    fixed: orNone(typed.fixed) ?? '0',
    minimum: orNone(typed.minimum),
    maximum: orNone(typed.maximum),
  };
}
