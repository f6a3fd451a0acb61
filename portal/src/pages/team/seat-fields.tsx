// Which role does a seat have, and for which countries? The fields that inviting and changing share. Nobody is offered more than they have.

import { useState } from 'react';
import type { DeveloperRole, OperatorRole, RouteBody } from '@jokko/contract/portal';
import { useErrorWords, useMe, type CallError } from '../../api/index.ts';
import { useFormat, useTexts } from '../../language/index.ts';
import { layoutTexts } from '../../layout/texts.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';
import { teamTexts } from './texts.ts';

export type Seat = Pick<RouteBody<'POST team/invite'>, 'role' | 'countries'>;

const developerRoles: readonly DeveloperRole[] = ['owner', 'admin', 'developer', 'finance', 'viewer'];
const operatorRoles: readonly OperatorRole[] = ['admin', 'finance', 'support', 'viewer'];

/** `value.countries` is empty while a limit is wanted and no country chosen yet: not to be sent. */
export function SeatFields({
  value,
  countries,
  error,
  onChange,
}: {
  value: Seat;
  countries: readonly string[];
  error: CallError | null;
  onChange(value: Seat): void;
}) {
  const words = useTexts(teamTexts);
  const { roles } = useTexts(layoutTexts);
  const { sayField } = useErrorWords();
  const { membership } = useMe();
  const { country } = useFormat();
  const offered =
    membership?.side === 'operator' ? operatorRoles : developerRoles.filter((role) => role !== 'owner' || membership?.role === 'owner');
  const chosen = value.countries ?? [];
  const toggle = (code: string, on: boolean): void =>
    onChange({ ...value, countries: on ? [...chosen, code] : chosen.filter((each) => each !== code) });
  return (
    <>
      <Select
        label={words.role}
        hint={words.roleHints[value.role]}
        value={value.role}
        error={sayField(error, 'role')}
        options={offered.map((role) => ({ value: role, label: roles[role] }))}
        onChange={(event) => onChange({ ...value, role: event.target.value as Seat['role'] })}
      />
      {membership?.countries === null ? (
        <Checkbox
          label={words.limit}
          hint={words.limitHint}
          checked={value.countries !== null}
          onChange={(event) => onChange({ ...value, countries: event.target.checked ? [] : null })}
        />
      ) : null}
      {value.countries === null ? null : (
        <Choices legend={words.countries} row>
          {[...new Set([...countries, ...chosen])].map((code) => (
            <Checkbox
              key={code}
              label={country(code)}
              checked={chosen.includes(code)}
              onChange={(event) => toggle(code, event.target.checked)}
            />
          ))}
        </Choices>
      )}
    </>
  );
}

/** What is being filled in, and whether it can be sent: a limit needs a country. */
export function useSeat(first: Seat): { seat: Seat; setSeat(seat: Seat): void; complete: boolean } {
  const [seat, setSeat] = useState(first);
  return { seat, setSeat, complete: seat.countries === null || seat.countries.length > 0 };
}
