// A message to a person before it has the form of its channel, and its forms: an e-mail in HTML and
// in plain text, and an SMS. No images, no style sheets: it shall look the same everywhere.

import { colonAfter } from '@jokko/contract';
import { escapeHtml } from '@jokko/contract/html';
import type { Language } from './kinds.ts';

export interface Message {
  /** One line; also the heading of the e-mail. */
  subject: string;
  paragraphs: readonly string[];
  /** A table of two columns: label and value. */
  facts?: readonly (readonly [string, string])[];
  /** Where to go on. */
  link?: { label: string; url: string };
  /** Smaller, at the end: why the reader got this. */
  footer: string;
  /** Behind it: how to get no more of them. */
  footerLink?: { label: string; url: string };
}

export function plainText(message: Message, language: Language): string {
  const { subject, paragraphs, facts = [], link, footer, footerLink } = message;
  return [
    subject,
    ...paragraphs,
    ...(facts.length > 0
      ? [facts.map(([name, value]) => `${colonAfter(name, language)} ${value}`).join('\n')]
      : []),
    ...(link === undefined ? [] : [`${colonAfter(link.label, language)}\n${link.url}`]),
    `-- \n${footer}${footerLink === undefined ? '' : `\n${colonAfter(footerLink.label, language)} ${footerLink.url}`}`,
  ].join('\n\n');
}

export function html(message: Message, language: Language): string {
  const { subject, paragraphs, facts = [], link, footer, footerLink } = message;
  const text = (content: string): string => `<p style="margin:0 0 16px">${escapeHtml(content)}</p>`;
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:4px 16px 4px 0;color:#555">${escapeHtml(name)}</td><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f5f5f4;color:#1c1917;font:16px/1.5 sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:8px">',
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(text),
    ...(rows.length > 0 ? [`<table style="margin:0 0 16px">${rows.join('')}</table>`] : []),
    ...(link === undefined ? [] : [button(link)]),
    `<p style="margin:24px 0 0;font-size:13px;color:#57534e">${escapeHtml(footer)}${footerLink === undefined ? '' : ` <a href="${escapeHtml(footerLink.url)}" style="color:#57534e">${escapeHtml(footerLink.label)}</a>`}</p>`,
    '</div></body></html>',
  ].join('\n');
}

/**
 * The address stands below the button as well: some mailboxes show no buttons, and readers want to
 * see where they go.
 */
const button = ({ label, url }: { label: string; url: string }): string =>
  [
    `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#0f5132;color:#fff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${escapeHtml(url)}" style="color:#57534e">${escapeHtml(url)}</a></p>`,
  ].join('');

/** One or two parts of an SMS: more is read in the portal. */
const smsCharactersMax = 300;

/** Spaces and quotation marks of good typography would make each part less than half as long. */
const plainLetters = (text: string): string =>
  text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'")
    .replaceAll(/[«“”»]/g, '"');

export function smsText({ subject, facts = [] }: Message, language: Language): string {
  const rest = facts.map(([name, value]) => `${colonAfter(name, language)} ${value}`).join('; ');
  const text = plainLetters(rest === '' ? subject : `${subject}. ${rest}`);
  return text.length > smsCharactersMax ? `${text.slice(0, smsCharactersMax - 3)}...` : text;
}
