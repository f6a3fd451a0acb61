// Entry point of alerts: what is wrong, who is told of it, and who looks after it.

export { acknowledge, countOpen, listAlerts } from './list.ts';
export { changeSettings } from './change.ts';
export { readWebhook, smsSender, webhookSender } from './channels.ts';
export { minimumOf, readSettings, type AlertSettings } from './settings.ts';
export { nothingMeasured, type MeasuredAlerts } from './measure.ts';
export { readAll } from './readings.ts';
export type { Readings } from './find.ts';
export { alertTasks } from './tasks.ts';
