// The command that checks a certificate of an integration test.

import { seenText } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { argument } from '../../cli/parameters.ts';
import { readText } from '../../cli/values.ts';
import { verifyCertificate, type Verified } from './index.ts';

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
  present: ({ account, testedAt, madeBy, receiver, direction, versions, lines }) =>
    [
      `Genuine: the integration of account ${account.id} (${account.name}) was tested on ${testedAt}`,
      `with Jokko ${versions.gateway}, by the ${madeBy}, for a program that does "${direction}".`,
      `Receiver: ${receiver}`,
      ...lines.map(({ scenario, result }) => `${scenario}: ${result}`),
    ]
      // The account's name and address are the developer's words: no part of them is a line.
      .map((line) => seenText(line, 'line'))
      .join('\n'),
});

export const commands = [verify];
