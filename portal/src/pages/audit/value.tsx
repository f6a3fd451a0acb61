// A value of an audit entry: the program's own words in the reader's language, anything else as it
// was recorded.

import { useLanguage } from '../../language/index.ts';
import { wordsOfValue } from './change-words.ts';

export function Value({ text }: { text: string }) {
  const { language } = useLanguage();
  const words = wordsOfValue(text, language);
  return words === text ? <code>{text}</code> : words;
}
