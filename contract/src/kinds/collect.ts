// Collect: takes money from a wallet, by a prompt on the phone, a deep link or a QR code. Its type
// is CASHOUT.
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import { described } from '../check/described.ts';
import { readAs, type RequestForm, type ServiceKind } from './kind.ts';
import {
  afterError,
  afterSuccess,
  exampleApiKey,
  exampleCallbackUrl,
  exampleRedirects,
  nameCharactersMax,
  optionalText,
  redirectUrl,
} from './members.ts';

export interface WalletExtra {
  type: 'wallet';
  /** `qr`: the payer scans a code instead of getting a prompt. */
  link: 'none' | 'deepLink' | 'qr';
  sender?: string;
}

const form = {
  name: 'wallet',
  title: {
    en: 'collecting from a wallet (cash-out)',
    fr: 'encaissement par portefeuille (cash-out)',
  },
  fields: {
    useOpaQrCode: Type.Optional(
      Type.Boolean(
        described(
          'If true, the response contains a page that shows a QR code.',
          'Si true, la réponse contient une page qui affiche un code QR.',
        ),
      ),
    ),
    sender: optionalText(nameCharactersMax, 'Name shown to the payer.', 'Nom affiché au payeur.'),
    successRedirectUrl: redirectUrl(...afterSuccess),
    errorRedirectUrl: redirectUrl(...afterError),
  },
  required: [],
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const byLink = {
  phone: '770000001',
  amount: 1350,
  codeService: 'OPC_SN_API_CASH_OUT',
  externalTransactionId: 'ORDER-0001',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  sender: 'Shop',
  ...exampleRedirects,
};
const byQrCode = {
  phone: '770000001',
  amount: 150,
  codeService: 'OPA_SN_API_CASH_OUT',
  externalTransactionId: 'ORDER-0002',
  callbackUrl: exampleCallbackUrl,
  apiKey: exampleApiKey,
  data: {},
  useOpaQrCode: true,
  sender: 'Shop',
  ...exampleRedirects,
};

export const collect = {
  name: 'collect',
  direction: 'CREDIT',
  typeServices: ['CASHOUT'],
  codes: { pattern: /_CASH_OUT/, endings: ['_API_CASH_OUT', '_WALLET_CASH_OUT'] },
  links: ['none', 'deepLink', 'optionalQr'],
  form,
  requiredFields: {},
  examples: [
    {
      name: 'cash-out-deep-link',
      title: {
        en: 'Collect from a wallet by link (cash-out: credits your balance)',
        fr: 'Encaisser par lien (cash-out : crédite votre solde)',
      },
      body: byLink,
    },
    {
      name: 'cash-out-qr',
      title: { en: 'Collect from a wallet by QR code', fr: 'Encaisser par code QR' },
      body: byQrCode,
    },
  ],
  sample: { codeService: byQrCode.codeService, extra: () => ({ type: 'wallet', link: 'none' }) },
  icon: 'M12 15V4m0 0L8 8m4-4 4 4M5 19h14',
  extraType: 'wallet',
  read({ sender, useOpaQrCode }, { service: { link } }) {
    const qr = link === 'optionalQr' && useOpaQrCode === true;
    const extra: WalletExtra = {
      type: 'wallet',
      link: link === 'deepLink' ? 'deepLink' : qr ? 'qr' : 'none',
    };
    return readAs(sender ? { ...extra, sender } : extra);
  },
  fingerprint: (extra) => [extra],
  sandbox: { digitsMember: null, digits: () => null },
} as const satisfies ServiceKind<Members, WalletExtra>;
