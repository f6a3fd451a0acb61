// How does a schema carry what the documentation says about a field? English in `description`, French beside it; both languages are required.

// A type, not an interface: only types fit the index signature of schema options.
export type Described = {
  description: string;
  'x-description-fr': string;
};

/** Schema options with a field's description in both languages. */
export function described(en: string, fr: string): Described {
  return { description: en, 'x-description-fr': fr };
}
