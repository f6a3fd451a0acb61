// Prints everything recorded about one transaction as PDF: what it is, the provider's proof, and
// what happened in order of time. For auditors and customers who must be convinced.

import type { SignedInUser } from '../../platform/http/portal/caller.ts';
import { printable } from '../../platform/print/printable.ts';
import { evidenceHistory, moneyText as money, type Evidence } from './evidence-history.ts';
import { evidenceMessages } from './evidence-messages.ts';

const margin = 48;
const labelWidth = 150;
const textWidth = 595 - 2 * margin;
const ink = { text: '#1b1f24', soft: '#57606a' };

type Row = readonly [label: string, value: string | null];

export async function* evidencePdf(
  evidence: Evidence,
  { language, timeZone }: Pick<SignedInUser, 'language' | 'timeZone'>,
  madeAt: Date,
): AsyncGenerator<Buffer> {
  const messages = evidenceMessages[language];
  const title = `${messages.title} ${evidence.id}`;
  // Loaded when the first one is printed: 6 MB that most nodes never need.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    lang: language,
    displayTitle: true,
    info: { Title: printable(title), Creator: 'Jokko' },
  });
  const moment = momentsIn(language, timeZone);
  const heading = (text: string, size: number): void => {
    doc.moveDown(0.8).font('Helvetica-Bold').fontSize(size).fillColor(ink.text);
    doc.text(printable(text), margin, doc.y, { width: textWidth });
    doc.moveDown(0.3);
  };
  const row = ([label, value]: Row): void => {
    if (value === null || value === '') return;
    const text = printable(value);
    doc.font('Helvetica').fontSize(9);
    // A row stays on one page.
    if (doc.y + doc.heightOfString(text, { width: textWidth - labelWidth }) > 842 - margin)
      doc.addPage();
    const { y } = doc;
    doc.fillColor(ink.soft).text(printable(label), margin, y, { width: labelWidth - 8 });
    const below = doc.y;
    doc.fillColor(ink.text);
    doc.text(text, margin + labelWidth, y, { width: textWidth - labelWidth });
    doc.y = Math.max(below, doc.y) + 2;
  };
  heading(title, 16);
  row([messages.made, `${moment(madeAt)} (${timeZone})`]);
  heading(messages.facts, 12);
  for (const each of factsOf(evidence, messages, moment)) row(each);
  heading(messages.history, 12);
  for (const { at, text } of evidenceHistory(evidence, language)) row([moment(at), text]);
  doc.end();
  for await (const chunk of doc) yield chunk as Buffer;
}

type Messages = (typeof evidenceMessages)['fr' | 'en'];
type Moment = (at: Date | string) => string;

function momentsIn(language: 'fr' | 'en', timeZone: string): Moment {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'fr', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  return (at) => format.format(new Date(at));
}

function factsOf(evidence: Evidence, messages: Messages, moment: Moment): Row[] {
  const { currency, accountId } = evidence;
  return [
    [messages.status, messages.statuses[evidence.status]],
    [messages.amount, money(evidence.amount, currency)],
    [messages.fee, money(evidence.commission, currency)],
    [messages.netEffect, money(evidence.netEffect, currency)],
    [messages.service, `${evidence.serviceName} (${evidence.service})`],
    [messages.provider, evidence.provider],
    [messages.providerReference, evidence.providerReference],
    [messages.providerResponse, evidence.providerMessages],
    [messages.error, evidence.error === null ? null : `${evidence.error} ${evidence.errorText}`],
    [messages.phone, evidence.phone],
    [messages.account, String(accountId)],
    [messages.externalId, evidence.externalId],
    [messages.created, moment(evidence.createdAt)],
    [messages.updated, moment(evidence.updatedAt)],
  ];
}
