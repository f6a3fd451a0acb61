// The door of languages: dictionaries, the person's choice, formatting.

export { defineTexts, plural, withFrenchSigns } from './define.ts';
export { dayBounds, type MoneyForm } from './format.ts';
export { plainAmount } from './plain-amount.ts';
export { wholeNumber } from './whole-number.ts';
export { defaultTimeZone, LanguageProvider, useFormat, useLanguage, useTexts } from './provider.tsx';
