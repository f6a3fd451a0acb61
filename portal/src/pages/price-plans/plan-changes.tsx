// What a requested price plan changes, for each developer: every service before and after.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { Loaded } from '../../ui/states.tsx';
import { PriceMessages } from '../services/price.tsx';
import { pricePlanMessages } from './messages.ts';
import './price-plans.css';

type Developer = RouteAnswer<'GET operator/price-plan-requests/:id'>['developers'][number];
type Change = Developer['changes'][number];

/** `id`: of the approval request. */
export function PlanChanges({ id }: { id: number }) {
  const messages = useMessages(pricePlanMessages);
  const read = useRead('GET operator/price-plan-requests/:id', { params: { id: String(id) } });
  return (
    <Loaded read={read} lines={6}>
      {({ plan, developers }) => (
        <>
          <p>{messages.named(plan)}</p>
          {developers.map((developer) => (
            <section key={developer.id} className="stack stack-s">
              <h3>{messages.changesOf(developer.name)}</h3>
              <Changes of={developer} />
            </section>
          ))}
        </>
      )}
    </Loaded>
  );
}

function Changes({ of: { changes, rateLimit } }: { of: Developer }) {
  const messages = useMessages(pricePlanMessages);
  if (changes.length === 0 && rateLimit === null)
    return <p className="soft">{messages.unchanged}</p>;
  return (
    <ul className="plan-changes">
      {rateLimit === null ? null : (
        <li>
          <strong>{messages.rateLimit}</strong>
          <span>
            <Rate limit={rateLimit.before} /> → <Rate limit={rateLimit.after} />
          </span>
        </li>
      )}
      {changes.map(({ code, name, currency, before, after }) => (
        <li key={code}>
          <strong>{name}</strong>
          <span>
            {before === null ? messages.inactive : <Price of={before} currency={currency} />} →{' '}
            <Price of={after} currency={currency} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Price({ of: price, currency }: { of: Change['after']; currency: string }) {
  const messages = useMessages(pricePlanMessages);
  const { own, messagePrice } = price;
  return (
    <>
      <PriceMessages of={{ price, currency, messagePrice }} />
      {own ? null : ` (${messages.catalogue})`}
    </>
  );
}

function Rate({ limit }: { limit: number | null }) {
  const messages = useMessages(pricePlanMessages);
  const { number } = useFormat();
  if (limit === null) return messages.ofInstallation;
  return limit === 0 ? messages.noLimit : number(limit);
}
