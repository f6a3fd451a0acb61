// Formats the countries of a member: by their names in the user's language; without a limit as all
// of them.

import { useFormat, useMessages } from '../../language/index.ts';
import { teamMessages } from './messages.ts';

export function CountryNames({ codes }: { codes: readonly string[] | null }) {
  const messages = useMessages(teamMessages);
  const { country } = useFormat();
  return codes === null ? messages.everyCountry : codes.map(country).join(', ');
}
