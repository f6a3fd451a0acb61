// Texts from outside, for a terminal.

/** Nothing of them moves it. */
export const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '?');
