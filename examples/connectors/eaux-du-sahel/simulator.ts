// Plays the biller in the sandbox and in tests, over the simulator's own engine: it keeps the book, knows the outcome digits and sends the
// notices. Written from the biller's page and not from the connector, with which it shares no code.

import { createHmac } from 'node:crypto';
import {
  billClaim,
  billsOf,
  codeOfError,
  decodePart,
  decidingDigits,
  fingerprintOf,
  header,
  isMembers,
  isWebAddress,
  readJson,
  reasons,
  sendJson,
  textMember,
  type Announcement,
  type Exchange,
  type Notice,
  type Operation,
  type Order,
  type Protocol,
  type ProtocolDeps,
} from '@jokko/simulator/kit';

const apiKey = 'eaux-du-sahel-test-key';
const noticeSecret = 'eaux-du-sahel-test-secret';
const service = 'EAUX_DU_SAHEL';

export function open(deps: ProtocolDeps): Protocol {
  return {
    name: 'eaux-du-sahel',
    bases: ['/eaux-du-sahel'],
    handle: (exchange, _base, path) => handle(deps, exchange, path),
    unavailable: (exchange) => sendJson(exchange, 503, { erreur: 'INDISPONIBLE' }),
    notice: present,
    idOf: ({ seq }) => idOf(seq),
  };
}

const idOf = (seq: number): string => `R${String(seq).padStart(9, '0')}`;

async function handle(deps: ProtocolDeps, exchange: Exchange, path: string): Promise<void> {
  if (header(exchange, 'x-cle') !== apiKey)
    return sendJson(exchange, 401, { erreur: 'CLE_REFUSEE' });
  const [area = '', name = ''] = path.split('/').slice(1).map(decodePart);
  const call = `${exchange.method} ${area}`;
  if (call === 'GET clients') return listBills(deps, exchange, name);
  if (call === 'PUT reglements') return pay(deps, exchange, name);
  if (call === 'GET reglements') return show(deps, exchange, name);
  if (call === 'GET avance') {
    const advance = deps.store.totals.balance({ protocol: 'eaux-du-sahel' }, 'XOF');
    return sendJson(exchange, 200, { disponible: Number(advance) });
  }
  return sendJson(exchange, 404, { erreur: 'APPEL_INCONNU' });
}

function listBills(deps: ProtocolDeps, exchange: Exchange, account: string): void {
  const digits = decidingDigits([account]);
  if (digits > 7000 && digits < 8000) return sendJson(exchange, 422, reasonOf(digits - 7000));
  const bills = billsOf(deps.store.claims, service, account, deps.nowMs());
  sendJson(exchange, 200, {
    police: account,
    nom: bills[0]?.infos[0]?.value ?? 'CLIENT',
    factures: bills.map(({ billReference, amount, infos }) => ({
      numero: billReference,
      montant: Number(amount),
      echeance: infos[1]?.value,
    })),
  });
}

async function pay(deps: ProtocolDeps, exchange: Exchange, reference: string): Promise<void> {
  const read = readOrder(reference, await readJson(exchange));
  if (read === null) return sendJson(exchange, 400, { erreur: 'CORPS_ILLISIBLE' });
  const { order, account, bill } = read;
  const found = billsOf(new Map(), service, account, deps.nowMs()).find(
    ({ billReference }) => billReference === bill,
  );
  const refusal =
    found === undefined
      ? reasons.billUnknown
      : found.amount === order.amount
        ? 0
        : reasons.badAmount;
  const submission = await deps.engine.submit(order, { refusal, claimTaken: reasons.billTaken });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict')
    return sendJson(exchange, 409, { erreur: 'REFERENCE_DIFFERENTE' });
  const { operation, fresh } = submission;
  if (fresh && operation.status === 'failed')
    return sendJson(exchange, 422, reasonOf(operation.errorId));
  sendJson(exchange, fresh ? 201 : 200, paymentOf(operation));
}

function readOrder(
  reference: string,
  body: unknown,
): { order: Order; account: string; bill: string } | null {
  if (!isMembers(body) || reference === '' || reference.length > 36) return null;
  const account = textMember(body, 'police');
  const bill = textMember(body, 'facture');
  const notifyUrl = textMember(body, 'retour');
  const { montant } = body;
  if (!account || !bill || typeof montant !== 'number' || !Number.isSafeInteger(montant))
    return null;
  if (montant <= 0 || (notifyUrl !== undefined && !isWebAddress(notifyUrl))) return null;
  const order: Order = {
    reference,
    protocol: 'eaux-du-sahel',
    kind: 'bill_pay',
    direction: 'out',
    amount: String(montant),
    currency: 'XOF',
    party: account,
    service,
    fingerprint: fingerprintOf([account, bill, montant]),
    digits: decidingDigits([account]),
    organisationReference: '',
    callbackUrl: notifyUrl ?? null,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: billClaim(service, account, bill),
    originalReference: null,
    page: null,
    remit: null,
  };
  return { order, account, bill };
}

async function show(deps: ProtocolDeps, exchange: Exchange, reference: string): Promise<void> {
  const operation = await deps.engine.find(reference);
  if (operation?.protocol !== 'eaux-du-sahel')
    return sendJson(exchange, 404, { erreur: 'REFERENCE_INCONNUE' });
  sendJson(exchange, 200, paymentOf(operation));
}

const words: { readonly [status in Operation['status']]: string } = {
  pending: 'EN_COURS',
  succeeded: 'REGLE',
  failed: 'REJETE',
  canceled: 'REJETE',
  reversed: 'ANNULE',
};

function paymentOf(operation: Operation): object {
  const { seq, reference, status, amount, party, errorId } = operation;
  const reason = errorId === 0 ? {} : { motif: codeOf(errorId), bacASable: errorId };
  return {
    numero: idOf(seq),
    reference,
    police: party,
    montant: Number(amount),
    etat: words[status],
    ...reason,
  };
}

/** `bacASable` exists in the sandbox only. */
const reasonOf = (errorId: number): object => ({ erreur: codeOf(errorId), bacASable: errorId });

/** The company's own code where it has one. */
const codeOf = (errorId: number): string => codes[errorId] ?? codeOfError(errorId).toUpperCase();
const codes: { readonly [errorId: number]: string } = {
  121: 'FACTURE_INCONNUE',
  118: 'FACTURE_REGLEE',
  116: 'MONTANT_INEXACT',
  53: 'COMPTE_INSUFFISANT',
  28: 'AGENCE_FERMEE',
};

/** A notice with its seal; a forged one has none. */
function present({ operation, callbackUrl, forged }: Announcement): Notice {
  const body = JSON.stringify(paymentOf(operation));
  return {
    url: callbackUrl,
    method: 'POST',
    body,
    headers() {
      const date = String(Math.floor(Date.now() / 1_000));
      const seal = createHmac('sha256', noticeSecret).update(`${date}.${body}`).digest('hex');
      return {
        'content-type': 'application/json',
        ...(forged ? {} : { 'x-date': date, 'x-sceau': seal }),
      };
    },
  };
}
