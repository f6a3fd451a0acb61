// Says what a bank's statement is, and of which account: its columns are known, so none are chosen.

import { useMessages } from '../../language/index.ts';
import { t } from '../../language/message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Preview } from './answers.ts';
import { uploadMessages, type Mapping } from './upload-messages.ts';

export const bankCardMessages = {
  title: t('2. Le relevé bancaire', '2. The bank statement'),
  forms: {
    camt: t('Relevé ISO 20022 (camt.053)', 'ISO 20022 statement (camt.053)'),
    mt940: t('Relevé SWIFT MT940', 'SWIFT MT940 statement'),
  },
  known: t(
    'Ses colonnes, ses jours et ses soldes sont ceux du fichier : rien n’est à choisir.',
    'Its columns, days and balances are those of the file: there is nothing to choose.',
  ),
  account: t('Compte', 'Account'),
  timeZoneHint: t('Celui de la banque.', 'That of the bank.'),
  other: t(
    (account: string) => `Les relevés précédents de cette route sont ceux du compte ${account}`,
    (account) => `Earlier statements of this route are of account ${account}`,
  ),
  notOurs: t(
    (account: string) => `Ce relevé est celui du compte ${account}`,
    (account) => `This statement is of account ${account}`,
  ),
  notOursHint: t(
    'Choisissez un autre fichier ou l’autre compte bancaire.',
    'Choose another file, or the other bank account.',
  ),
  otherHint: t(
    'Choisissez un autre fichier ou l’autre route, sauf si le fournisseur a changé de compte.',
    'Choose another file, or the other route, unless the provider’s account has changed.',
  ),
  changed: t(
    (account: string) => `C’est désormais le compte ${account}`,
    (account) => `It is account ${account} from now on`,
  ),
};

interface Props {
  preview: Preview & { account: string };
  mapping: Mapping;
  /**
   * The file is said to be of a bank account of ours, whose number is known and does not change.
   */
  ours: boolean;
  onChange(mapping: Mapping): void;
}

export function BankCard({ preview: { form, account, faults }, mapping, ours, onChange }: Props) {
  const messages = useMessages(bankCardMessages);
  const { timeZone } = useMessages(uploadMessages);
  return (
    <Card title={messages.title} lead={`${nameOf(form, messages.forms)}. ${messages.known}`}>
      <div className="stack">
        {faults.includes('otherAccount') ? (
          <Notice
            tone="bad"
            title={ours ? messages.notOurs(account) : messages.other(mapping.account ?? '–')}
            live
          >
            <p>{ours ? messages.notOursHint : messages.otherHint}</p>
            {ours ? null : (
              <Button onClick={() => onChange({ ...mapping, account })}>
                {messages.changed(account)}
              </Button>
            )}
          </Notice>
        ) : null}
        <div className="reconciliation-fields">
          <Field label={messages.account} value={account} readOnly />
          <Field
            label={timeZone}
            hint={messages.timeZoneHint}
            value={mapping.timeZone}
            maxLength={60}
            onChange={(event) => onChange({ ...mapping, timeZone: event.target.value })}
          />
        </div>
      </div>
    </Card>
  );
}

const nameOf = (form: Preview['form'], forms: { camt: string; mt940: string }): string =>
  form === 'mt940' ? forms.mt940 : forms.camt;
