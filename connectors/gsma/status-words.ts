// Maps a transactionStatus word to its meaning, in small letters or capitals. The standard leaves
// the words open, so they are a table that an operator's configuration can extend; a word in
// neither is unknown.

export type StatusMeaning = 'completed' | 'pending' | 'failed' | 'reversed' | 'cancelled';

const standardWords: { readonly [word: string]: StatusMeaning } = {
  completed: 'completed',
  pending: 'pending',
  failed: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
  cancelled: 'cancelled',
};
const meanings: readonly string[] = ['completed', 'pending', 'failed', 'reversed', 'cancelled'];

/**
 * The standard words plus the operator's `word=meaning, word=meaning`; null when the text cannot be
 * read.
 */
export function parseStatusMap(text: string | undefined): Map<string, StatusMeaning> | null {
  const words = new Map<string, StatusMeaning>(Object.entries(standardWords));
  for (const entry of (text ?? '').split(',')) {
    if (entry.trim() === '') continue;
    const [word, meaning, ...more] = entry.split('=').map((part) => part.trim());
    if (!word || meaning === undefined || more.length > 0 || !meanings.includes(meaning))
      return null;
    words.set(word.toLowerCase(), meaning as StatusMeaning);
  }
  return words;
}
