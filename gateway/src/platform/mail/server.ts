// Hands e-mails to the operator's mail server over SMTP, and says what came of each. Texts of
// errors hold what the server said, never the password.

import { isThisMachine } from '../outbound/guard.ts';

export interface MailServer {
  /** `smtp://user:password@host:587` or `smtps://…:465`. */
  url: string;
  /** The sender, as `Name <address>` or an address. */
  from: string;
}

export interface Attachment {
  /** The name of the file. */
  name: string;
  type: string;
  content: Buffer;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: readonly Attachment[];
  /** Where its reader gets no more of them; null: nowhere. RFC 2369. */
  unsubscribeUrl: string | null;
  /** The id of the message, without brackets; the same at each attempt. */
  messageId: string;
}

export type MailOutcome =
  | { type: 'sent' }
  /** The server will never take it. */
  | { type: 'refused'; reason: string }
  /** It may take it later, or has taken it and could not say so. */
  | { type: 'failed'; reason: string };

export type SendMail = (mail: Mail) => Promise<MailOutcome>;

/**
 * A server that takes longer is asked again later; together they stay below the lease of a
 * notification.
 */
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
const reasonCharactersMax = 200;

/** A connection for each mail: they are few. Anything but loopback is spoken to over TLS alone. */
export function openMailServer({ url, from }: MailServer): SendMail {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port !== '' && { port: Number(port) }),
    secure,
    requireTLS: !secure && !isThisMachine(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ messageId, attachments, unsubscribeUrl, ...mail }) => {
    try {
      // Loaded by the first mail: many nodes never send one, and its code takes memory from then
      // on.
      const { createTransport } = await import('nodemailer');
      await createTransport(options).sendMail({
        ...mail,
        from,
        messageId: `<${messageId}>`,
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        ...(unsubscribeUrl !== null && { list: { unsubscribe: unsubscribeUrl } }),
      });
      return { type: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpError);
    }
  };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * A recipient or a message that is refused for good (5yz) is so tomorrow; a password that is wrong
 * may be put right.
 */
function outcomeOf({ code, responseCode, response, message }: SmtpError): MailOutcome {
  const permanent =
    (code === 'EENVELOPE' || code === 'EMESSAGE') &&
    responseCode !== undefined &&
    responseCode >= 500;
  const reason = [code, response ?? message]
    .filter((part) => part !== undefined)
    .join(' ')
    .slice(0, reasonCharactersMax);
  return { type: permanent ? 'refused' : 'failed', reason };
}
