// Says in words what of a bank's statement cannot be read, and where in the file.

import { t } from '../../language/message.ts';
import type { useMessages } from '../../language/index.ts';

const beyond = t(
  'exportez le relevé à nouveau, en entier, depuis le site de la banque.',
  'export the statement again, as a whole, from the bank’s site.',
);

export const bankProblemMessages = {
  beyond,
  faults: {
    amount: t('montant illisible', 'the amount cannot be read'),
    currency: t(
      'une autre devise que celle du compte, ou aucune',
      'another currency than that of the account, or none',
    ),
    sign: t('ni crédit ni débit', 'neither a credit nor a debit'),
    date: t('aucune date lisible', 'no date that can be read'),
    status: t(
      'état inconnu : ni comptabilisé ni en attente',
      'unknown status: neither booked nor pending',
    ),
    line: t('écriture illisible', 'the statement line cannot be read'),
    opening: t('aucun solde d’ouverture lisible', 'no opening balance that can be read'),
    closing: t('aucun solde de clôture lisible', 'no closing balance that can be read'),
    balance: t('solde illisible', 'a balance cannot be read'),
    account: t(
      'un autre compte que celui de la route, ou aucun',
      'another account than that of the route, or none',
    ),
    pages: t('une page du relevé manque', 'a page of the statement is missing'),
    unfinished: t(
      'ce message annonce une suite (:62M:, ou une page qui n’est pas la dernière), qui manque : le relevé entier finit par :62F:',
      'this message announces another one (:62M:, or a page that is not the last), which is missing: the whole statement ends with :62F:',
    ),
    twice: t('le même relevé figure deux fois', 'the same statement stands twice'),
    days: t('plus d’un an de relevé', 'more than a year of statement'),
    message: t(
      'un camt.052 ou camt.054, qui n’est pas un relevé de jours entiers : demandez le camt.053',
      'a camt.052 or camt.054, which is no statement of whole days: ask for camt.053',
    ),
    xml: t(
      'un XML endommagé, ou qui n’est pas un relevé ISO 20022',
      'a damaged XML, or one that is no ISO 20022 statement',
    ),
  },
  places: {
    line: t(
      (number: string) => `ligne ${number}`,
      (number) => `line ${number}`,
    ),
    statement: t(
      (number: string) => `relevé ${number}`,
      (number) => `statement ${number}`,
    ),
    entry: t(
      (number: string) => `écriture ${number}`,
      (number) => `entry ${number}`,
    ),
  },
  sentence: t(
    (place: string, fault: string) =>
      `Ce relevé bancaire ne peut pas être lu en entier (${place === '' ? '' : `${place} : `}${fault}). Rien n’a été pris en compte : `,
    (place, fault) =>
      `This bank statement cannot be read as a whole (${place === '' ? '' : `${place}: `}${fault}). Nothing was taken in: `,
  ),
};

type Messages = ReturnType<typeof useMessages<typeof bankProblemMessages>>;

/** `bank_amount: statement 1 entry 3`, as the gateway tells it. Null: another problem. */
export function bankProblemInWords(problem: string, messages: Messages): string | null {
  const [, name = '', where = ''] = /^bank_([a-z]{1,20}): (.{0,60})$/.exec(problem) ?? [];
  const fault = (messages.faults as { [name: string]: string })[name];
  if (fault === undefined) return null;
  const places = messages.places as { [name: string]: (number: string) => string };
  const place = [...where.matchAll(/([a-z]{1,20}) (\d{1,10})/g)]
    .map(([text, kind = '', number = '']) => places[kind]?.(number) ?? text)
    .join(', ');
  return messages.sentence(place, fault) + messages.beyond;
}
