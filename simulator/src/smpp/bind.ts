// Decides who may bind.

import { status } from '../sms/refusals.ts';
import { command, writeBindAnswer } from './codec.ts';
import type { Accounts } from './session-type.ts';
import type { Session, SessionDeps } from './session-type.ts';

export interface Credentials {
  systemId: string;
  password: string;
}

const modes = {
  [command.bindReceiver]: 'receiver',
  [command.bindTransmitter]: 'transmitter',
  [command.bindTransceiver]: 'transceiver',
} as const;
type BindCommand = keyof typeof modes;

export function isBind(id: number): id is BindCommand {
  return Object.hasOwn(modes, id);
}

/** Answers a bind; a connection that may not is closed afterwards. */
export function takeBind(
  deps: SessionDeps,
  session: Session,
  id: BindCommand,
  sequence: number,
  credentials: Credentials | null,
): void {
  const isFirst = session.account === null;
  const code = isFirst ? checkBind(deps, credentials) : status.alreadyBound;
  writeBindAnswer(session.out(), id, code, sequence);
  if (code === status.ok && credentials !== null) {
    session.mode = modes[id];
    deps.accounts.join(credentials.systemId, session);
  } else if (isFirst) session.closeAfterTurn();
}

/**
 * Accounts are the configured system_id, and every one that begins with it and a dash: so a test
 * can have several operators.
 */
function checkBind(deps: SessionDeps, credentials: Credentials | null): number {
  if (credentials === null) return status.badSystemId;
  const { systemId, password } = credentials;
  if (systemId !== deps.systemId && !systemId.startsWith(`${deps.systemId}-`))
    return status.badSystemId;
  if (password !== deps.password) return status.badPassword;
  const { refuseBinds, binds } = deps.smsc.behaviours.of(systemId);
  if (refuseBinds !== 0) return refuseBinds;
  return bindsOf(deps.accounts, systemId) >= binds ? status.alreadyBound : status.ok;
}

function bindsOf(accounts: Accounts, systemId: string): number {
  return accounts.of(systemId).sessions.length;
}
