// Reads the interface's own OpenAPI description, once while the portal is open.

import { useEffect, useState } from 'react';
import type { OpenapiDocument } from '@jokko/contract';

let known: OpenapiDocument | null = null;

export type DocumentRead = { document: OpenapiDocument } | 'reading' | 'failed';

export function useDocument(): { read: DocumentRead; again(): void } {
  const [read, setRead] = useState<DocumentRead>(known === null ? 'reading' : { document: known });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (known !== null) return;
    const controller = new AbortController();
    fetch('/openapi.json', { signal: controller.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(String(response.status));
        known = (await response.json()) as OpenapiDocument;
        setRead({ document: known });
      })
      .catch(() => controller.signal.aborted || setRead('failed'));
    return () => controller.abort();
  }, [tries]);
  const again = (): void => {
    setRead('reading');
    setTries((before) => before + 1);
  };
  return { read, again };
}
