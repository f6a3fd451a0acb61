// How are the countries of a seat said? By their names in the person's language; without a limit as all of them.

import { useFormat, useTexts } from '../../language/index.ts';
import { teamTexts } from './texts.ts';

export function CountryNames({ codes }: { codes: readonly string[] | null }) {
  const words = useTexts(teamTexts);
  const { country } = useFormat();
  return codes === null ? words.everyCountry : codes.map(country).join(', ');
}
