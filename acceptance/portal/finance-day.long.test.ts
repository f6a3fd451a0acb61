// Follows a finance officer in a browser from one morning to the next: the morning proof is read
// and signed, it comes by e-mail from then on, and an auditor reads who did what.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startMailServer, type TestMailServer } from '../../gateway/src/platform/mail/testing.ts';
import { advanceClock } from '../harness/index.ts';
import { until } from '../harness/until.ts';
import { openHarness, type Harness, type Visitor } from './harness.ts';
import { lookAt } from './look.ts';
import { newColleague, newDeveloper } from './people.ts';
import { untilTold } from './told.ts';

const hourSeconds = 3_600;
/** A proof is made in rounds of ten seconds, after the doctor's. */
const patience = { timeoutMs: 240_000, everyMs: 1_000 };
const reader = 'compta@example.sn';

let harness: Harness;
let server: TestMailServer;
before(async () => {
  server = await startMailServer();
  harness = await openHarness({
    JOKKO_SMTP_URL: server.url,
    JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
  });
  // Registering books the sandbox's first money: a day with something to prove.
  await (await newDeveloper(harness)).visitor.close();
  await advanceClock(harness.installation, 30 * hourSeconds);
});
after(async () => {
  await harness?.close();
  await server?.close();
});

/** Opens the newest proof once it was made. */
async function openProof({ page, open }: Visitor): Promise<void> {
  const proof = page.getByRole('table').getByRole('link').first();
  await until(
    'a morning proof',
    async () => {
      await open('/morning-proofs');
      // Either the list or that there is none.
      await page
        .getByText(/^Aucune preuve pour le moment$/)
        .or(proof)
        .first()
        .waitFor();
      return (await proof.count()) > 0;
    },
    patience,
  );
  await lookAt(page, 'morning-proofs-fr');
  await proof.click();
  await page.getByRole('heading', { name: /^Preuve du / }).waitFor();
}

async function signProof({ page }: Visitor): Promise<void> {
  await page.getByText(/invariants vérifiés, tous respectés/).waitFor();
  await page.getByRole('button', { name: 'Signer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Solde en banque (XOF)').fill('1 500 000');
  await dialog.getByLabel('Remarque').fill('Relevé de la CBAO');
  await dialog.getByRole('button', { name: 'Signer' }).click();
  await untilTold(page, 'Preuve signée.');
  await page.getByText('Fatou Sow').last().waitFor();
  await page.getByText('Relevé de la CBAO').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Signer' }).count(), 0, 'signed once');
  await lookAt(page, 'morning-proof-signed-fr');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PDF à imprimer' }).click();
  const file = await readFile(await (await download).path());
  assert.equal(file.subarray(0, 5).toString(), '%PDF-');
}

async function scheduleProof({ page, open }: Visitor): Promise<void> {
  await open('/report-schedules');
  await page.getByText('Aucun rapport programmé').waitFor();
  await page.getByRole('button', { name: 'Nouvel envoi' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adresse e-mail').fill(reader);
  await lookAt(page, 'report-schedule-new-fr');
  await dialog.getByRole('button', { name: 'Nouvel envoi' }).click();
  await untilTold(page, 'Envoi programmé.');
  await page.getByRole('row', { name: new RegExp(reader) }).waitFor();
}

async function endReport({ page, open }: Visitor): Promise<void> {
  await open('/report-schedules');
  await page.getByRole('row', { name: new RegExp(reader) }).waitFor();
  await lookAt(page, 'report-schedules-fr');
  await page.getByRole('button', { name: new RegExp(`^Arrêter .* à ${reader}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Arrêter' }).click();
  await untilTold(page, 'Envoi arrêté.');
  await page.getByText('Aucun rapport programmé').waitFor();
}

test('P23 a finance officer signs the morning proof, has it sent by e-mail each day, and an auditor reads it as sentences', async () => {
  const { visitor: finance } = await newColleague(harness);
  await openProof(finance);
  await signProof(finance);
  await scheduleProof(finance);
  await finance.close();

  await advanceClock(harness.installation, 25 * hourSeconds);
  const mail = await until(
    'the report by e-mail',
    () => server.received.find(({ to }) => to === reader),
    patience,
  );
  assert.match(mail.subject, /Preuve du matin/);
  assert.ok(
    mail.parts.some((part) => part.startsWith('%PDF-')),
    'the proof is attached',
  );

  // A colleague of the next day: the first one's session has ended with the clock.
  const { visitor: colleague } = await newColleague(harness);
  await endReport(colleague);
  await colleague.close();

  const { visitor: auditor } = await newColleague(harness, {}, 'auditor');
  const { page } = auditor;
  await auditor.open('/audit');
  const signed = page.getByRole('row', { name: /Fatou Sow a signé la preuve du matin/ });
  await signed.waitFor();
  await page.getByRole('search').getByLabel('Personne').selectOption({ label: 'Fatou Sow' });
  await page.waitForURL(/user=/);
  await signed.waitFor();
  await lookAt(page, 'audit-person-fr');
  await auditor.close();
});
