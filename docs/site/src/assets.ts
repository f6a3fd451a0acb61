// The files that every page loads: one style sheet, with the portal's colours and sizes before our
// own rules, and one script. Their names change with their content.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface Asset {
  name: string;
  type: string;
  text: string;
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

function asset(name: string, ending: string, type: string, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 10);
  return { name: `${name}-${hash}.${ending}`, type, text };
}

export const styleSheet = asset(
  'docs',
  'css',
  'text/css; charset=utf-8',
  `${read('../../../portal/src/style/tokens.css')}\n${read('../assets/docs.css')}\n${read('../assets/content.css')}`,
);
export const script = asset(
  'docs',
  'js',
  'text/javascript; charset=utf-8',
  read('../assets/docs.js'),
);
