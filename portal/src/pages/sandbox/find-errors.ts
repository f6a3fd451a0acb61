// Searches errors by number, code, or words of either language, ignoring accents and capitals.

interface Searched {
  id: number | null;
  code: string;
  message: { fr: string; en: string };
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** All words must be somewhere; a number alone is the id. */
export function findErrors<Entry extends Searched>(
  errors: readonly Entry[],
  query: string,
): readonly Entry[] {
  const typed = plain(query.trim());
  if (typed === '') return errors;
  if (/^\d+$/.test(typed)) return errors.filter(({ id }) => id === Number(typed));
  const messages = typed.split(/\s+/);
  return errors.filter(({ code, message }) => {
    const text = plain(`${code} ${message.fr} ${message.en}`);
    return messages.every((label) => text.includes(label));
  });
}
