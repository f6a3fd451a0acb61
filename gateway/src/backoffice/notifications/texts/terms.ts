// What every text is written with.

export interface TextTerms {
  /** The text in the reader's language. */
  t(fr: string, en: string): string;
  /** The portal's host, as readers know it. */
  site: string;
  /** Of the portal, without a slash at the end. */
  base: string;
  /** Of the page where the reader goes on. */
  url: string;
}
