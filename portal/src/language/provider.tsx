// Holds the language and time zone of the user: what they chose, else what this browser chose, else
// French in Dakar.

import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Language } from '@jokko/contract';
import {
  formatAgo,
  formatChange,
  formatCountry,
  formatDay,
  formatDuration,
  formatMoment,
  formatMoney,
  formatNumber,
  formatShare,
  type Locale,
  type Moment,
  type MoneyForm,
} from './format.ts';
import { inLanguage, type InLanguage, type MessageTree } from './message.ts';

export const defaultTimeZone = 'Africa/Dakar';
const storedUnder = 'jokko.language';

interface LanguageState extends Locale {
  setLanguage(language: Language): void;
  setTimeZone(timeZone: string): void;
}
const LanguageContext = createContext<LanguageState | null>(null);

/** Holds language and time zone, and keeps <html lang> in step. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() =>
    document.documentElement.lang === 'en' ? 'en' : 'fr',
  );
  const [timeZone, setTimeZone] = useState(defaultTimeZone);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const state = useMemo<LanguageState>(
    () => ({
      language,
      timeZone,
      setTimeZone,
      setLanguage(next) {
        keep(next);
        setLanguage(next);
      },
    }),
    [language, timeZone],
  );
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

function keep(language: Language): void {
  try {
    localStorage.setItem(storedUnder, language);
  } catch {
    // Not kept: the next visit starts with the browser's language.
  }
}

/** Language, time zone and how to change them. */
export function useLanguage(): LanguageState {
  const state = use(LanguageContext);
  if (state === null) throw new Error('useLanguage outside of LanguageProvider');
  return state;
}

/** The messages of an area, or of a part of it, in the user's language. */
export function useMessages<T extends MessageTree>(messages: T): InLanguage<T> {
  return inLanguage(messages, useLanguage().language);
}

/** Formatting by the user's language and time zone. */
export function useFormat() {
  const { language, timeZone } = useLanguage();
  return useMemo(() => {
    const locale = { language, timeZone };
    return {
      ...locale,
      money: (amount: string | number | bigint, currency: string, form?: MoneyForm) =>
        formatMoney(locale, amount, currency, form),
      number: (value: string | number | bigint, digits?: number) =>
        formatNumber(locale, value, digits),
      share: (share: number) => formatShare(locale, share),
      change: (now: string | number, before: string | number) => formatChange(locale, now, before),
      moment: (at: string | number | Date, precision?: Moment) =>
        formatMoment(locale, at, precision),
      country: (code: string) => formatCountry(locale, code),
      day: (day: string) => formatDay(locale, day),
      duration: (ms: number) => formatDuration(locale, ms),
      ago: (at: string | number | Date, now: number) => formatAgo(locale, at, now),
    };
  }, [language, timeZone]);
}
