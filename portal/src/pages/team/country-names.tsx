// How are the countries of a seat said? By their names in the person's language; without a limit as all of them.

import { useLanguage, useTexts } from '../../language/index.ts';
import { teamTexts } from './texts.ts';

/** Names of countries by their ISO 3166 codes. */
export function useCountryName(): (code: string) => string {
  const { language } = useLanguage();
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (code) => names.of(code) ?? code;
}

export function CountryNames({ codes }: { codes: readonly string[] | null }) {
  const words = useTexts(teamTexts);
  const name = useCountryName();
  return codes === null ? words.everyCountry : codes.map(name).join(', ');
}
