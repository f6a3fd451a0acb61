// The commands that verify certificates of integration tests, also those of another installation.

import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { fileSummary, readFileBytes } from '../../cli/files.ts';
import { argument, option } from '../../cli/parameters.ts';
import { textOf } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';
import { readPublicKey, type PublicKey } from '../../platform/secrets/index.ts';
import { verifyCertificate, type Verified } from './index.ts';

type Certified = Extract<Verified, { ok: true }>['certified'];
type Problem = Extract<Verified, { ok: false }>['problem'];

const problems: Record<Problem, string> = {
  noCertificate: 'is no certificate of an integration test',
  otherKey:
    'was signed with another key: if another installation did, ask its operator what `jokko certificate key` prints there, and give it as --key',
  changed: 'was changed after it was signed',
};

function readKey(text: string, name: string): PublicKey {
  const key = readPublicKey(text);
  if (key === null)
    throw new UsageError(`${name} must be a key as \`jokko certificate key\` prints it`);
  return key;
}

const verify = defineCommand({
  name: 'verify',
  summary: 'Verify a certificate.',
  details:
    'The certificate of an integration test was signed with the key of the installation whose test it was, this one unless --key is given, and no byte of it has changed since.',
  arguments: { file: argument('FILE', fileSummary, readText) },
  options: {
    key: option('KEY', 'Of who signed it.', readKey),
  },
  examples: [
    'certificate.json',
    'certificate.json --key 11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  ],
  run({ secrets }, { file, key = secrets.certificateKey() }) {
    const verified = verifyCertificate(key, readFileBytes(file));
    if (!verified.ok) throw new Refusal(`${file} ${problems[verified.problem]}`);
    return Promise.resolve(verified.certified);
  },
  present: presentCertified,
});

const showKey = defineCommand({
  name: 'key',
  summary: 'Print the public key.',
  details:
    'Another installation verifies the certificates of this one with it. It outlives a change of the key-encryption key.',
  run: ({ secrets }) => Promise.resolve({ publicKey: secrets.certificateKey().publicKey }),
  present: ({ publicKey }) => publicKey,
});

/** The account's name and address are the developer's words: no part of them is a line. */
export function presentCertified(certified: Certified): string {
  const { account, testedAt, madeBy, receiver, direction, versions, lines, publicKey } = certified;
  return [
    `Genuine: the integration of account ${account.id} (${account.name}) was tested on ${testedAt}`,
    `with Jokko ${versions.gateway}, by the ${madeBy}, for a program that does "${direction}".`,
    `Receiver: ${receiver}`,
    `Signed with the key: ${publicKey}`,
    ...lines.map(({ scenario, result }) => `${scenario}: ${result}`),
  ]
    .map(textOf)
    .join('\n');
}

export const commands = [verify, showKey];
