// Uploads a file from the browser in pieces, one after the other, so that progress is visible on a
// slow network.

import { call } from '../../api/index.ts';

export const fileBytesMax = 20 * 1024 * 1024;
const pieceBytes = 512 * 1024;

const bankPrefix = 'bank/';

const partyOf = (party: string): { route: string } | { bankAccountId: number } =>
  party.startsWith(bankPrefix)
    ? { bankAccountId: Number(party.slice(bankPrefix.length)) }
    : { route: party };

/**
 * Answers the number under which the file was taken; `onProgress` hears the share that has been
 * sent.
 */
export async function sendFile(
  file: File,
  party: string,
  onProgress: (share: number) => void,
): Promise<number> {
  const { id } = await call('POST operator/reconciliation/upload', {
    body: { ...partyOf(party), name: file.name.slice(-200) },
  });
  for (let number = 0; number * pieceBytes < file.size; number += 1) {
    onProgress((number * pieceBytes) / file.size);
    const body = new Uint8Array(
      await file.slice(number * pieceBytes, (number + 1) * pieceBytes).arrayBuffer(),
    );
    await call('POST operator/reconciliation/piece', {
      query: { id: String(id), number: String(number) },
      body,
    });
  }
  onProgress(1);
  return id;
}
