// Entry point of integration tests: what a developer's receiver and program are put through in the
// sandbox.

export type { Answered, IntegrationTest, Line } from './integration-test.ts';
export { certify, verifyCertificate, type Verified } from './certificate.ts';
export { createLostAnswers, type LostAnswers } from './lost-answer.ts';
export { continueTest, answersStep } from './run.ts';
export { composeStep, stepsOf, type ComposeDeps } from './steps.ts';
export {
  findCertified,
  findIntegrationTest,
  insertIntegrationTest,
  listIntegrationTests,
} from './store.ts';
