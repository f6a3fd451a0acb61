// Entry point of privacy: personal data is removed when its time is over, or when a person asks for
// it, and shown to who asks what is stored.

export { erasePerson, type Erased } from './erase.ts';
export { exportPerson, type PersonData } from './export.ts';
export { removePersonsAgain } from './restored.ts';
export { privacyTasks } from './tasks.ts';
