// The door of the portal's interface, `@jokko/contract/portal`. Browsers import its types alone.

export * from './roles.ts';
export type * from './route.ts';
export * from './errors.ts';
export { documentKinds, serviceEntrySchema } from './catalogue.ts';
export { passwordCharactersMax, passwordCharactersMin } from './fields.ts';
export * from './table.ts';
export { makePortalCheck } from './check.ts';
export type { FieldFaults } from './check.ts';
export type { TaskName } from './task-names.ts';
