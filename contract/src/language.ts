// Languages of the texts for callers. Every table of texts is keyed by this type, so a missing
// language does not compile.

export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];

/** The language of an account that chose none (rule H7). */
export const defaultLanguage: Language = 'fr';
