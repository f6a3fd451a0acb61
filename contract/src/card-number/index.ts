// Card numbers in texts: what is one, where a text holds one, and how it is shown.

export { holdsCardNumber } from './find.ts';
export { maskCardNumbers } from './mask.ts';
export { cardNumberFaults } from './members.ts';
export { cardDigits, isCardNumber, isLuhnRight, schemeOf } from './schemes.ts';
