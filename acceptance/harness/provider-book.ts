// Reads the provider's own book: what it took, and what became of it.

import { sendRequest } from './client.ts';

export interface BookLine {
  /** By the provider's clock. */
  at: string;
  ourReference: string;
  kind: string;
  direction: 'in' | 'out';
  amount: string;
  /** Phone, account number or card. */
  party: string;
  result: 'accepted' | 'executed' | 'failed' | 'canceled' | 'reversed' | 'dropped';
}

/** All lines, in their order. */
export async function readBook(simulatorUrl: string): Promise<BookLine[]> {
  const { text } = await sendRequest(`${simulatorUrl}/control/book`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as BookLine);
}

/** The lines about one party. */
export const bookOf = async (simulatorUrl: string, partyEnd: string): Promise<BookLine[]> =>
  (await readBook(simulatorUrl)).filter(({ party }) => party.endsWith(partyEnd));

/** How often money moved for a party. */
export const executionsOf = async (simulatorUrl: string, partyEnd: string): Promise<number> =>
  (await bookOf(simulatorUrl, partyEnd)).filter(({ result }) => result === 'executed').length;

/** The end of a phone number that protocols write with and without its country. */
export const phoneEnd = (phone: string): string => phone.slice(-9);

/** How often money moved, by the end of the other party's phone. */
export async function readExecutions(simulatorUrl: string): Promise<Map<string, number>> {
  const executions = new Map<string, number>();
  for (const { party, result } of await readBook(simulatorUrl))
    if (result === 'executed')
      executions.set(phoneEnd(party), (executions.get(phoneEnd(party)) ?? 0) + 1);
  return executions;
}
