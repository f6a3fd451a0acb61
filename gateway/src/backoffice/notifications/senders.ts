// What a channel is: a way to an address, and what came of it. E-mail is here; the others belong to
// whoever keeps their settings.

import type { Attachment, MailOutcome, SendMail } from '../../platform/mail/index.ts';
import type { Channel, Language, NotificationKind, ReportFigure } from './kinds.ts';
import { html, plainText, type Message } from './message.ts';

export interface Outgoing {
  /** The same at each attempt. */
  id: string;
  kind: NotificationKind;
  parameters: unknown;
  language: Language;
  /** For e-mail alone. */
  attachments?: readonly Attachment[];
}

export type SendOutcome = MailOutcome;
/** Never throws for what a receiver does. */
export type Send = (address: string, message: Message, of: Outgoing) => Promise<SendOutcome>;
/** What is made when a message leaves: its files, and the sums that its text says. */
export interface Attached {
  files: readonly Attachment[];
  figures: readonly ReportFigure[];
}
/** Null: there is no use for it any more. */
export type Attach = (of: Pick<Outgoing, 'kind' | 'parameters'>) => Promise<Attached | null>;
export const nothingAttached: Attached = { files: [], figures: [] };
/** Those that this node can send on. */
export type Senders = { readonly [channel in Channel]?: Send };

export const emailSender =
  (sendMail: SendMail, baseUrl: string): Send =>
  (to, message, { id, language, attachments = [] }) =>
    sendMail({
      to,
      subject: message.subject,
      text: plainText(message, language),
      html: html(message, language),
      attachments,
      // Mail programs show a button for it.
      unsubscribeUrl: message.footerLink?.url ?? null,
      messageId: `${id}@${new URL(baseUrl).hostname}`,
    });
