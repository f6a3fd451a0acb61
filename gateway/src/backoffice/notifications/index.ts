// Entry point of notifications: what people are told outside the portal, by e-mail, SMS or webhook.

export { compose } from './compose.ts';
export { countOutbox, type OutboxCount } from './count.ts';
export type { Channel, NotificationKind, NotificationParameters, ReportFigure } from './kinds.ts';
export { smsText } from './message.ts';
export {
  abandonNotifications,
  queueNotification,
  queueNotifications,
  type Recipient,
  type SecretPart,
} from './outbox.ts';
export { emailSender, nothingAttached, type Attach, type Send, type Senders } from './senders.ts';
export { notificationTasks } from './tasks.ts';
