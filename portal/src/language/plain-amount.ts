// What amount did somebody write? As people do: spaces between thousands, a comma before decimals, a typographer's minus.

/** The same as the interface takes it: "1 500,5" is "1500.5". What is no amount stays none. */
export const plainAmount = (text: string): string => text.replace(/\s/g, '').replace(',', '.').replace('\u2212', '-');
