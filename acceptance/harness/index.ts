// Entry point of the acceptance harness: everything a black-box test needs to start an
// installation, call it and listen to its callbacks.

export { advanceClock, createAccount } from './account.ts';
export type { Account, AccountOptions } from './account.ts';
export { createClient, rawRequest, sendRequest } from './client.ts';
export type { Answer, Client, RawAnswer, WhenBusy } from './client.ts';
export {
  answerProblems,
  assertAnswer,
  assertCallback,
  assertMemberOrder,
} from './contract-check.ts';
export { hostInstallation, startInstallation } from './installation.ts';
export type { CliOutcome } from './commands.ts';
export type { HostedInstallation, Installation, InstallationOptions } from './installation.ts';
export type { GatewayNode, NodeOptions, RunningNode } from './node.ts';
export type { Json } from './json.ts';
export { untilAdmitted } from './payment.ts';
export { addSmsCaller, createSmsCaller } from './sms-caller.ts';
export type { SmsCaller } from './sms-caller.ts';
export { refusingUrl, startReceiver } from './receiver.ts';
export type { ReceivedRequest, Receiver, ReceiverAnswer } from './receiver.ts';
export { sharedInstallation } from './shared-installation.ts';
export { makeRandom, uniqueId, uniquePhone } from './values.ts';
export { undisturbed } from './undisturbed.ts';
export { until } from './until.ts';
export { openFixture, payOut } from './fixture.ts';
export type { Fixture } from './fixture.ts';
