// Cuts a repeated character off the end of a text. An expression for it (`/0+$/`) takes quadratic
// time: it searches for the end from each place at which the character stands.

export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}
