// Entry point of e-mail: messages are composed and sent over SMTP.

export {
  type Attachment,
  openMailServer,
  type Mail,
  type MailOutcome,
  type MailServer,
  type SendMail,
} from './server.ts';
