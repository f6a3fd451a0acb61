// The door of the acceptance harness: everything a black-box test needs to start an installation, call it and listen to its callbacks.

export { advanceClock, createAccount } from './account.ts';
export type { Account, AccountOptions } from './account.ts';
export { createClient, rawRequest, sendRequest } from './client.ts';
export type { Answer, Client, RawAnswer } from './client.ts';
export { answerProblems, assertAnswer, assertCallback, assertMemberOrder } from './contract-check.ts';
export { startInstallation } from './installation.ts';
export type { CliOutcome } from './commands.ts';
export type { Installation, InstallationOptions } from './installation.ts';
export type { GatewayNode, NodeOptions } from './node.ts';
export type { Json } from './json.ts';
export { addSmsCaller, createSmsCaller } from './sms-caller.ts';
export type { SmsCaller } from './sms-caller.ts';
export { startReceiver } from './receiver.ts';
export type { ReceivedRequest, Receiver, ReceiverAnswer } from './receiver.ts';
export { sharedInstallation } from './shared-installation.ts';
export { makeRandom, uniqueId, uniquePhone } from './values.ts';
export { until } from './until.ts';
export { openWorld, payOut } from './world.ts';
export type { World } from './world.ts';
