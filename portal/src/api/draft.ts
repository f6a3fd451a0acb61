// What has a person written that is not sent yet? Kept in this tab, for this person in this account, until it is sent or somebody signs out; a
// reload, another page or a session that ran out loses nothing.

import { useState } from 'react';
import { readDraft, writeDraft } from './kept-drafts.ts';
import { useMe } from './session.tsx';

/** Texts by name. `forget` is for when they were sent. */
export function useDraft<Draft extends Record<string, string>>(
  name: string,
  empty: Draft,
): { draft: Draft; change(next: Partial<Draft>): void; forget(): void } {
  const { person, membership } = useMe();
  const whose = `${person.id}.${membership?.id ?? ''}.${name}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(whose, empty));
  return {
    draft,
    change(next) {
      const changed = { ...draft, ...next };
      setDraft(changed);
      writeDraft(whose, changed);
    },
    forget: () => writeDraft(whose, null),
  };
}
