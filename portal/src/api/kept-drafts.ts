// Stores unsent texts in this tab's own storage, by owner. Independent of React.

const prefix = 'jokko.draft.';

/** What was kept, with the members of `empty` and no others. */
export function readDraft<Draft extends Record<string, string>>(
  whose: string,
  empty: Draft,
): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(`${prefix}${whose}`) ?? '{}') as Record<
      string,
      unknown
    >;
    const texts = Object.keys(empty).flatMap((key) =>
      typeof kept[key] === 'string' ? [[key, kept[key]]] : [],
    );
    return { ...empty, ...Object.fromEntries(texts) } as Draft;
  } catch {
    return empty;
  }
}

/** Null: it was sent. */
export function writeDraft(whose: string, draft: Record<string, string> | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(`${prefix}${whose}`);
    else sessionStorage.setItem(`${prefix}${whose}`, JSON.stringify(draft));
  } catch {
    // No room, or storage is turned off: it lives as long as the page.
  }
}

/** Whoever signs out leaves nothing behind in this tab. */
export function purgeDrafts(): void {
  try {
    const keys = Array.from(
      { length: sessionStorage.length },
      (_none, index) => sessionStorage.key(index) ?? '',
    );
    for (const key of keys) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Storage is turned off: there is nothing.
  }
}
