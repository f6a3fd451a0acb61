// Fields for a member's role and countries, shared by inviting and changing. Users are offered no
// more than they have themselves.

import { useState } from 'react';
import type { DeveloperRole, OperatorRole, RouteBody } from '@jokko/contract/portal';
import { useErrorMessages, useMe, type CallError } from '../../api/index.ts';
import { useFormat, useMessages } from '../../language/index.ts';
import { layoutMessages } from '../../layout/messages.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Select } from '../../ui/field.tsx';
import { teamMessages } from './messages.ts';

export type Seat = Pick<RouteBody<'POST team/invite'>, 'role' | 'countries'>;

const developerRoles: readonly DeveloperRole[] = [
  'owner',
  'admin',
  'developer',
  'finance',
  'viewer',
];
const operatorRoles: readonly OperatorRole[] = ['admin', 'finance', 'support', 'viewer', 'auditor'];

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
  const messages = useMessages(teamMessages);
  const { roles } = useMessages(layoutMessages);
  const { fieldMessageOf } = useErrorMessages();
  const { membership } = useMe();
  const { country } = useFormat();
  const offered =
    membership?.side === 'operator'
      ? operatorRoles
      : developerRoles.filter((role) => role !== 'owner' || membership?.role === 'owner');
  const chosen = value.countries ?? [];
  const toggle = (code: string, on: boolean): void =>
    onChange({
      ...value,
      countries: on ? [...chosen, code] : chosen.filter((each) => each !== code),
    });
  return (
    <>
      <Select
        label={messages.role}
        hint={messages.roleHints[value.role]}
        value={value.role}
        error={fieldMessageOf(error, 'role')}
        options={offered.map((role) => ({ value: role, label: roles[role] }))}
        onChange={(event) => onChange({ ...value, role: event.target.value as Seat['role'] })}
      />
      {membership?.countries === null ? (
        <Checkbox
          label={messages.limit}
          hint={messages.limitHint}
          checked={value.countries !== null}
          onChange={(event) => onChange({ ...value, countries: event.target.checked ? [] : null })}
        />
      ) : null}
      {value.countries === null ? null : (
        <Choices legend={messages.countries} row>
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
