// Writes incidents as an Atom feed (RFC 4287): an entry for each, which changes with its texts.
// XML has no form for some characters that are not seen; escaped, all are.

import { escapeHtml } from '@jokko/contract/html';
import type { Incident } from './list.ts';

interface Feed {
  language: 'fr' | 'en';
  /** The address of the portal, without a slash at the end. */
  baseUrl: string;
}

export function atomFeed(incidents: readonly Incident[], { language, baseUrl }: Feed): string {
  const page = `${baseUrl}/status`;
  const title = language === 'fr' ? 'État des services : incidents' : 'Service status: incidents';
  // Without any incident it has never changed.
  const updated = incidents.reduce(
    (newest, { updatedAt }) => Math.max(newest, updatedAt.getTime()),
    0,
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeHtml(page)}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    '<author><name>Jokko</name></author>',
    `<updated>${new Date(updated).toISOString()}</updated>`,
    `<link rel="alternate" href="${escapeHtml(page)}"/>`,
    ...incidents.map((incident) => entryOf(incident, page, language)),
    '</feed>',
    '',
  ].join('\n');
}

function entryOf(incident: Incident, page: string, language: Feed['language']): string {
  const { id, title, startedAt, updatedAt, resolvedAt, updates } = incident;
  const state = resolvedAt === null ? '' : language === 'fr' ? '[Résolu] ' : '[Resolved] ';
  const url = escapeHtml(`${page}#incident-${id}`);
  const text = updates
    .map(({ text: each, at }) => `${at.toISOString()}\n${each[language]}`)
    .join('\n\n');
  return [
    '<entry>',
    `<id>${url}</id>`,
    `<title>${escapeHtml(state + title[language])}</title>`,
    `<link rel="alternate" href="${url}"/>`,
    `<published>${startedAt.toISOString()}</published>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<content type="text">${escapeHtml(text)}</content>`,
    '</entry>',
  ].join('\n');
}
