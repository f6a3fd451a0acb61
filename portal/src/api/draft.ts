// Keeps a user's unsent input in this tab, for this user in this account, until it is sent or
// somebody signs out. A reload, another page or an expired session loses nothing.

import { useState } from 'react';
import { readDraft, writeDraft } from './kept-drafts.ts';
import { useMe } from './session.tsx';

/** Texts by name. `forget` is for when they were sent. */
export function useDraft<Draft extends Record<string, string>>(
  name: string,
  empty: Draft,
): { draft: Draft; change(next: Partial<Draft>): void; forget(): void } {
  const { user, membership } = useMe();
  const whose = `${user.id}.${membership?.id ?? ''}.${name}`;
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
