// Rows of the morning proofs: written once, sealed, and signed by a user later.

import type { Session, Statement } from '../../platform/db/database.ts';
import { auditKeyOf } from '../../platform/secrets/index.ts';
import { canonicalJson, plainHash } from '../../platform/audit/index.ts';
import { minorOf, type Proof } from './proof.ts';

export interface BankBalance {
  currency: string;
  /** In units of the currency. */
  amount: string;
}

export interface StoredProof {
  day: string;
  madeAt: Date;
  proof: Proof;
  seal: Buffer;
  /** The seal fits the body. */
  sealed: boolean;
  agrees: boolean;
  signature: { by: string; at: Date; note: string | null; bank: BankBalance[] } | null;
}

interface Row {
  day: string;
  madeAt: Date;
  body: string;
  seal: Buffer;
  agrees: boolean;
  signedBy: string | null;
  signedAt: Date | null;
  bank: BankBalance[] | null;
  note: string | null;
}

const columns = `p.day::text as day, p.made_at as "madeAt", p.body, p.seal, p.agrees,
  coalesce(u.name, '') as "signedBy", p.signed_at as "signedAt",
  p.bank, p.note from morning_proof p left join portal_user u on u.id = p.signed_by`;
const selectDay: Statement = {
  name: 'select_morning_proof',
  text: `select ${columns} where p.day = $1`,
};
const selectPage: Statement = {
  name: 'list_morning_proofs',
  text: `select ${columns} where p.day < $1 order by p.day desc limit $2`,
};
const selectNewest: Statement = {
  name: 'select_newest_proof',
  text: `select ${columns} order by p.day desc limit 1`,
};
const selectSigned: Statement = {
  name: 'select_signed_proof_before',
  text: `select ${columns} where p.day < $1 and p.signed_at is not null
    and exists (select from json_array_elements(p.bank) b where b ->> 'currency' = $2)
      order by p.day desc limit 1`,
};
const insert: Statement = {
  name: 'insert_morning_proof',
  text: `insert into morning_proof (day, made_at, body, seal, agrees) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning 1`,
};
const updateSigned: Statement = {
  name: 'sign_morning_proof',
  text: `update morning_proof set signed_by = $2, signed_at = jokko_now(), bank = $3, note = $4
    where day = $1 and signed_by is null returning 1`,
};

/** By the key of the audit log where this process has it, as its entries. */
export function sealOf(session: Session, body: string): Buffer {
  const hash = auditKeyOf(session)?.hash ?? plainHash;
  return hash(Buffer.from('morning_proof\0'), body);
}

/** In the caller's transaction. The seal; null: another node was first. */
export async function storeProof(session: Session, proof: Proof): Promise<Buffer | null> {
  const body = canonicalJson(proof);
  const seal = sealOf(session, body);
  const values = [proof.day, proof.madeAt, body, seal, proof.points.length === 0];
  return (await session.query(insert, values)).length > 0 ? seal : null;
}

/** In the caller's transaction. False: there is none, or it is signed already. */
export async function storeSignature(
  session: Session,
  day: string,
  { userId, bank, note }: { userId: number; bank: readonly BankBalance[]; note: string | null },
): Promise<boolean> {
  const values = [day, userId, JSON.stringify(bank), note];
  return (await session.query(updateSigned, values)).length > 0;
}

export async function findProof(session: Session, day: string): Promise<StoredProof | null> {
  const [row] = await session.query<Row>(selectDay, [day]);
  return row === undefined ? null : proofOf(session, row);
}

export async function findNewestProof(session: Session): Promise<StoredProof | null> {
  const [row] = await session.query<Row>(selectNewest);
  return row === undefined ? null : proofOf(session, row);
}

/** The proofs of days before `before`, the newest first. */
export async function listProofs(
  session: Session,
  before: string,
  limit: number,
): Promise<StoredProof[]> {
  const rows = await session.query<Row>(selectPage, [before, limit]);
  return rows.map((row) => proofOf(session, row));
}

function proofOf(
  session: Session,
  { body, signedBy, signedAt, bank, note, ...row }: Row,
): StoredProof {
  return {
    ...row,
    proof: JSON.parse(body) as Proof,
    sealed: sealOf(session, body).equals(row.seal),
    signature:
      signedAt === null ? null : { by: signedBy ?? '', at: signedAt, note, bank: bank ?? [] },
  };
}

/**
 * What the bank must hold at the end of a day, by what it held at the last signature before, and
 * what our books say that moved since. Ten-thousandths; null: nobody has signed for this currency
 * yet, or the proof that was signed was changed since.
 */
export async function expectedAtBank(
  session: Session,
  proof: Proof,
  currency: string,
): Promise<bigint | null> {
  const [row] = await session.query<Row>(selectSigned, [proof.day, currency]);
  if (row === undefined) return null;
  const { proof: before, sealed } = proofOf(session, row);
  if (!sealed) return null;
  const position = (of: Proof): bigint =>
    minorOf(of.bank.find((bank) => bank.currency === currency)?.position ?? '0');
  const held = row.bank!.find((bank) => bank.currency === currency)!;
  return minorOf(held.amount) + position(proof) - position(before);
}
