// Entry point of languages: messages, the user's choice, formatting.

export { dayBounds, momentIn, type MoneyForm } from './format.ts';
export { type InLanguage, inLanguage, pluralForm } from './message.ts';
export { plainAmount } from './plain-amount.ts';
export { wholeNumber } from './whole-number.ts';
export {
  defaultTimeZone,
  LanguageProvider,
  useFormat,
  useLanguage,
  useMessages,
} from './provider.tsx';
