// The one place where French gets its spaces: a sign of two parts has one before it at which no
// line breaks. Texts are written with plain spaces; the portal and the messages to people make them
// such.

export const withFrenchSpaces = (text: string): string =>
  text
    .replace(/« | (?=[»:])/g, (found) => found.replace(' ', '\u00a0'))
    .replace(/ (?=[;!?])/g, '\u202f');

/** Between a label and its value. */
export const colonAfter = (label: string, language: 'fr' | 'en'): string =>
  language === 'fr' ? withFrenchSpaces(`${label} :`) : `${label}:`;
