// What the documentation consists of: guides, in the order in which they are read, and the files
// that hold them, one for each language.

import { readFileSync } from 'node:fs';
import type { Language } from '@jokko/contract';

export interface GuideGroup {
  title: { [language in Language]: string };
  guides: readonly string[];
}

/** `content/<language>/<name>.md` is a guide. */
export const guideGroups: readonly GuideGroup[] = [
  {
    title: { fr: 'Premiers pas', en: 'First steps' },
    guides: [
      'start',
      'collect',
      'checkout',
      'payment-links',
      'pay-out',
      'bulk',
      'callbacks',
      'test',
      'test-my-integration',
    ],
  },
  {
    title: { fr: 'Faire juste', en: 'Get it right' },
    guides: ['errors-and-retries', 'preview', 'refunds-and-claims', 'signing', 'go-live'],
  },
  {
    title: { fr: 'Autres services', en: 'Other services' },
    guides: ['cards', 'bills', 'remittance', 'sms'],
  },
  {
    title: { fr: 'Votre langage', en: 'Your language' },
    guides: ['javascript', 'frameworks', 'laravel', 'python', 'medusa', 'moving', 'mcp'],
  },
];

export const guideNames: readonly string[] = guideGroups.flatMap(({ guides }) => guides);

export interface Guide {
  name: string;
  title: string;
  description: string;
  /** Markdown, without what stands before it. */
  source: string;
}

const folder = new URL('../content/', import.meta.url);

export function readGuide(language: Language, name: string): Guide {
  const text = readFileSync(new URL(`${language}/${name}.md`, folder), 'utf8');
  const parts = /^---\ntitle: (.+)\ndescription: (.+)\n---\n/.exec(text);
  if (parts === null) throw new Error(`${language}/${name}.md says no title and description`);
  return { name, title: parts[1]!, description: parts[2]!, source: text.slice(parts[0].length) };
}
