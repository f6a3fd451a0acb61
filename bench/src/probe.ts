// Reads the machine and database settings of the runs, from an installation of its own, before the
// first of them.

import { assertDurable, describeMachine, type Machine } from './machine.ts';
import { startStack } from './stack/index.ts';

export async function probeMachine(): Promise<Machine> {
  const stack = await startStack({ answer: 'sync' });
  try {
    const machine = await describeMachine(stack.databaseUrl);
    assertDurable(machine);
    return machine;
  } finally {
    await stack.close();
  }
}
