// Attaches documentation to the fields of a schema: English in `description`, French beside it.
// Both languages are required.

// A type, not an interface: only types fit the index signature of schema options.
export type Described = {
  description: string;
  'x-description-fr': string;
};

/** Schema options with a field's description in both languages. */
export function described(en: string, fr: string): Described {
  return { description: en, 'x-description-fr': fr };
}
