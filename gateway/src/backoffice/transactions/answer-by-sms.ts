// Sends the answer to a customer by SMS, through the application that the operator chose for
// alerts: queued, noted and audited in one commit.

import type { Language } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { changeWithAudit, type AuditEntry, type Who } from '../../platform/audit/index.ts';
import { isRemovedPhone, type Operation } from '../../payments/operations/index.ts';
import { readSettings } from '../alerts/index.ts';
import { queueNotification } from '../notifications/index.ts';
import { addNote } from './notes.ts';

const notes: Record<Language, Record<Language, string>> = {
  fr: {
    fr: 'Réponse au client mise en file d’envoi par SMS, en français.',
    en: 'Réponse au client mise en file d’envoi par SMS, en anglais.',
  },
  en: {
    fr: 'Answer to the customer queued for SMS, in French.',
    en: 'Answer to the customer queued for SMS, in English.',
  },
};
const phoneForm = /^\+[1-9]\d{7,14}$/;

interface Answer {
  language: Language;
  text: string;
}
interface By {
  who: Who;
  user: { id: number; language: Language };
  /** ms since 1970. */
  now: number;
}

/**
 * The same answer is sent once a day, however often the button is pressed: the customer pays
 * attention to a second one.
 */
export async function answerBySms(
  database: Database,
  { terms, state }: Operation,
  { language, text }: Answer,
  { who, user, now }: By,
): Promise<'queued' | 'before' | 'notSetUp' | 'noNumber'> {
  const { accountId, id, phone } = terms;
  if (isRemovedPhone(phone) || !phoneForm.test(phone)) return 'noNumber';
  if ((await readSettings(database)).settings.sms === null) return 'notSetUp';
  const day = new Date(now).toISOString().slice(0, 10);
  const entry = {
    who,
    action: 'transaction.answer',
    accountId,
    subject: `transaction/${id}`,
    new: { language },
  } satisfies AuditEntry;
  return changeWithAudit(database, async (session) => {
    const isNew = await queueNotification(session, {
      kind: 'customerAnswer',
      channel: 'sms',
      to: { address: phone, language },
      parameters: { text },
      dedupKey: `answer/${accountId}/${id}/${state.state}/${language}/${day}`,
    });
    if (!isNew) return { result: 'before', entry: null };
    await addNote(
      session,
      { accountId, id },
      { author: user.id, text: notes[user.language][language] },
    );
    return { result: 'queued', entry };
  });
}
