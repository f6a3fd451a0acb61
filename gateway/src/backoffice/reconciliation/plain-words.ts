// Makes words of a statement comparable: half of the programs write Succès as SUCCES, those of Macs
// the accent as a letter of its own, and others put spaces that do not break or are not seen
// between them.

/** In small letters without accents, with one kind of space. */
export const plainWords = (text: string): string =>
  text
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
