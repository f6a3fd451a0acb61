// The door of connection tests.

export { tryConfigured } from './try-configured.ts';
export { testConnector } from './try-connector.ts';
export type {
  ConnectionTestDeps,
  ConnectionTestStepName,
  ConnectionTestStep,
} from './try-connector.ts';
