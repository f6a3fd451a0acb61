// Entry point of what tests of connectors use. Never imported by the gateway.
export { createTransport } from './http-transport.ts';
export type { Transport } from './http-transport.ts';
export { sampleIntent } from './sample-intent.ts';
export { startSimulatorProcess } from './simulator-process.ts';
export type { SimulatorProcess } from './simulator-process.ts';
export { runConformance } from './suite.ts';
export { roughAnswerTests } from './rough-answers.ts';
export { finalWordTests } from './final-words.ts';
export type { FinalWords } from './final-words.ts';
export { runFileConformance } from './file-suite.ts';
export type { FileSubject } from './file-fixture.ts';
export { runLives } from './lives.ts';
export { measureConnector } from './measure.ts';
export { createTokenCache } from '../token-cache.ts';
export { createTestContext } from './test-context.ts';
export type { Card, LogLine, TestContext } from './test-context.ts';
export type { Subject } from './fixture.ts';
export { bytes, createScripted, json, ourRef } from './scripted.ts';
export type { Scripted } from './scripted.ts';
export {
  createScriptedCarrier,
  jsonAnswer,
  lostAnswer,
  noticeUrl,
  openBound,
  recordEvents,
  samplePart,
} from './scripted-carrier.ts';
export type { ScriptedCarrier } from './scripted-carrier.ts';
export { runSmsConformance } from './sms/suite.ts';
export type { SmsSubject } from './sms/subject.ts';
export { simulatorPublicKey } from './simulator-key.ts';
