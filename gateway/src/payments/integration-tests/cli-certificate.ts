// The command that checks a certificate of an integration test.

import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { argument } from '../../cli/parameters.ts';
import { textOf } from '../../cli/table.ts';
import { readText } from '../../cli/values.ts';
import { verifyCertificate, type Verified } from './index.ts';

type Certified = Extract<Verified, { ok: true }>['certified'];
type Problem = Extract<Verified, { ok: false }>['problem'];

const problems: Record<Problem, string> = {
  noCertificate: 'is no certificate of an integration test',
  otherInstallation: 'was signed by another installation',
  changed: 'was changed after it was signed',
};

const verify = defineCommand({
  name: 'verify',
  summary: 'Verify the certificate of an integration test.',
  details:
    'It was signed with the key of the installation whose test it was, and no byte of it has changed since.',
  arguments: { file: argument('FILE', fileSummary, readText) },
  examples: ['certificate.json'],
  run({ secrets }, { file }) {
    const verified = verifyCertificate(secrets.certificateKey(), readFileText(file));
    if (!verified.ok) throw new Refusal(`${file} ${problems[verified.problem]}`);
    return Promise.resolve(verified.certified);
  },
  present: presentCertified,
});

/** The account's name and address are the developer's words: no part of them is a line. */
export function presentCertified(certified: Certified): string {
  const { account, testedAt, madeBy, receiver, direction, versions, lines } = certified;
  return [
    `Genuine: the integration of account ${account.id} (${account.name}) was tested on ${testedAt}`,
    `with Jokko ${versions.gateway}, by the ${madeBy}, for a program that does "${direction}".`,
    `Receiver: ${receiver}`,
    ...lines.map(({ scenario, result }) => `${scenario}: ${result}`),
  ]
    .map(textOf)
    .join('\n');
}

export const commands = [verify];
