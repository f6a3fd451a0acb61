// The door of e-mail.

export {
  type Attachment,
  openMailServer,
  type Mail,
  type MailOutcome,
  type MailServer,
  type SendMail,
} from './server.ts';
