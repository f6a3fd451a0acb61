// The part of a service's form that says which routes it has, and how a new operation chooses among
// them: in their order, by weights or by cost.

import { useState } from 'react';
import { useErrorMessages } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { Field, Select } from '../../ui/field.tsx';
import type { Draft } from './draft-type.ts';
import { formMessages } from './form-messages.ts';
import type { PartProps } from './service-more.tsx';
import type { Service } from './services-table.tsx';

interface Props extends PartProps {
  draft: Draft;
  others: readonly string[];
  onOthers(others: string[]): void;
}

export function Ways({ draft, service, others, onOthers, error }: Props) {
  const { fields, form } = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  const names = draft.connectors.map(({ name }) => ({ value: name, label: name }));
  const known = service === null || names.some(({ value }) => value === service.route);
  const options = known ? names : [{ value: service.route, label: service.route }, ...names];
  const [route, setRoute] = useState(service?.route ?? options[0]?.value ?? '');
  const choose = (at: number, name: string): void =>
    onOthers([...others.slice(0, at), name, ...others.slice(at + 1)].filter(Boolean));
  return (
    <fieldset className="form-part">
      <legend>{form.way}</legend>
      <div className="form-pair">
        <Select
          name="route"
          label={fields.route}
          options={options}
          value={route}
          onChange={(event) => setRoute(event.target.value)}
          error={fieldMessageOf(error, 'entry.route')}
        />
        {[...others, ''].map((name, at) => (
          <Select
            key={at}
            label={form.nextRoute(String(at + 2))}
            hint={at === 0 ? form.nextRouteHint : undefined}
            options={[{ value: '', label: form.noRoute }, ...names]}
            value={name}
            onChange={(event) => choose(at, event.target.value)}
          />
        ))}
      </div>
      {others.length === 0 ? null : (
        <Choice service={service} routes={[...new Set([route, ...others])]} error={error} />
      )}
    </fieldset>
  );
}

type By = NonNullable<Service['routeChoice']>;

function Choice({ service, routes, error }: PartProps & { routes: readonly string[] }) {
  const { fields, form } = useMessages(formMessages);
  const { fieldMessageOf } = useErrorMessages();
  const [by, setBy] = useState<By>(service?.routeChoice ?? 'order');
  return (
    <>
      <Select
        name="routeChoice"
        label={fields.routeChoice}
        hint={form.routeChoiceHints[by]}
        options={(['order', 'weight', 'cost'] as const).map((value) => ({
          value,
          label: form.routeChoices[value],
        }))}
        value={by}
        onChange={(event) => setBy(event.target.value as By)}
        error={fieldMessageOf(error, 'entry.routeChoice')}
      />
      {routes.map((route) =>
        by === 'weight' ? (
          <Field
            key={route}
            name={`routeWeights.${route}`}
            label={form.weightOf(route)}
            type="number"
            defaultValue={service?.routeWeights?.[route] ?? ''}
            error={fieldMessageOf(error, `entry.routeWeights.${route}`)}
          />
        ) : by === 'cost' ? (
          <div className="form-pair" key={route}>
            {(['percent', 'fixed'] as const).map((member) => (
              <Field
                key={member}
                name={`routeCosts.${route}.${member}`}
                label={form.costOf[member](route)}
                inputMode="decimal"
                defaultValue={service?.routeCosts?.[route]?.[member] ?? ''}
                error={fieldMessageOf(error, `entry.routeCosts.${route}.${member}`)}
              />
            ))}
          </div>
        ) : null,
      )}
    </>
  );
}
