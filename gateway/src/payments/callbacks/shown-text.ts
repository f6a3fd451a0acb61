// Sanitises text from a stranger's server for display. Keeps only plain characters and line ends,
// so that it cannot control a terminal or a page.

/** Everything else becomes `\uXXXX`. */
export function shownText(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(
    /[^\n\t\u0020-\u007e\u00a1-\ud7ff\uf900-\ufffd]|[\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => {
      const code = character.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${code}`;
    },
  );
}
