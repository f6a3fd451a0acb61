// Switches the language from any page. One press, as there are two; stored with the user when one
// is signed in.

import { call, useSession } from '../api/index.ts';
import { useLanguage, useMessages } from '../language/index.ts';
import { Icon } from '../ui/icon.tsx';
import { layoutMessages } from './messages.ts';

/** Names the other language, in that language. */
export function LanguageSwitch() {
  const { language, setLanguage } = useLanguage();
  const messages = useMessages(layoutMessages);
  const { me } = useSession();
  const other = language === 'fr' ? 'en' : 'fr';
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      lang={other}
      onClick={() => {
        setLanguage(other);
        // What cannot be kept now is kept in this browser all the same.
        if (me?.next === 'done')
          call('POST me', { body: { language: other } }).catch(() => undefined);
      }}
    >
      <Icon name="globe" size={16} />
      {messages.otherLanguage}
    </button>
  );
}
