// Asks the documentation for its pages about something, as its own search does.

import { useEffect, useState } from 'react';
import { useLanguage } from '../../language/index.ts';

const foundMax = 6;

export interface FoundPage {
  to: string;
  label: string;
}

/** Empty while it is asked, and when it gives no answer: the other finds do not wait for it. */
export function useFoundDocs(q: string): FoundPage[] {
  const { language } = useLanguage();
  const [found, setFound] = useState<{ q: string; pages: FoundPage[] }>({ q: '', pages: [] });
  useEffect(() => {
    const controller = new AbortController();
    const root = `/docs/${language}/`;
    fetch(`${root}search?q=${encodeURIComponent(q)}`, {
      headers: { accept: 'application/json' },
      signal: controller.signal,
    })
      .then((answer) => answer.json() as Promise<{ page: string; title: string }[]>)
      .then((pages) =>
        setFound({
          q,
          pages: pages
            .slice(0, foundMax)
            .map(({ page, title }) => ({ to: root + page, label: title })),
        }),
      )
      .catch(() => {});
    return () => controller.abort();
  }, [q, language]);
  return found.q === q ? found.pages : [];
}
