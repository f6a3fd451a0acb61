// Entry point of reports by e-mail: which are sent to whom, when, and with which file.

export { attachReports } from './attach.ts';
export { reportTasks } from './tasks.ts';
