// What every text is written with.

export interface TextTerms {
  /** The text in the reader's language. */
  t(fr: string, en: string): string;
  /** An amount in units of its currency, `1250.5`; `signed`: with its sign, also above zero. */
  money(amount: string, currency: string, signed?: boolean): string;
  /** The portal's host, as readers know it. */
  site: string;
  /** The address of the portal, without a slash at the end. */
  base: string;
  /** The address of the page where the reader goes on. */
  url: string;
}
