// Answers each signature once, on all nodes together (rule M2). Its hash is stored before the
// request is examined; a repeat on the same path gets the stored answer, on another path nothing.
// If a node dies in between, the row has no answer and the repeat is executed, which moves nothing
// twice, as every operation of the interface tolerates a repeat.

import { createHash } from 'node:crypto';
import type { Session } from '../../platform/db/database.ts';
import { createGatherer } from '../../platform/db/gather.ts';
import { find, record, reserve, sweep, takeOver } from './store.ts';
import type { Reservation, SignatureKey } from './store.ts';
import { environment } from '../../platform/environment.ts';

/** Longer than any answer takes; who waits longer is not answered at all. */
const waitMaxMs = 15_000;
const checkEveryMs = 100;
const groupMax = 256;
const sweepMax = 1_000;

export interface SignedRequest {
  accountId: number;
  signature: Uint8Array;
  path: string;
  /** From when on the signature is too old to be accepted; ms since 1970 in real time. */
  expiresAtMs: number;
}

export interface GivenAnswer {
  text: string;
  /** False: nothing was done, and the same request may be tried again. */
  isFinal: boolean;
}

export interface ReplayProtection {
  /**
   * Runs `answer` unless the signature was used before. Answers the text that was given, now or
   * then; null when it was used on another path. `again`: this very request was begun before and
   * left without an answer, so what it asks for may have been done. Throws StillAnswering when
   * another node does not come to an answer.
   */
  answerOnce(
    request: SignedRequest,
    answer: (again: boolean) => Promise<GivenAnswer>,
  ): Promise<string | null>;
  /** How many were left unanswered (StillAnswering) since the start. */
  readonly unanswered: number;
  /** One round of removing what is too old. Returns whether there is more. */
  sweep(): Promise<boolean>;
  /** Resolves when all answers given so far are stored. */
  drain(): Promise<void>;
}

/** Another node is processing the same request; its outcome is not known. */
export class StillAnswering extends Error {}

export interface ReplayProtectionDeps {
  database: Session;
  /** Our incarnation. */
  node: number;
  onError(error: unknown): void;
  /** How long the answer of another node is waited for. */
  timeoutMs?: number;
}

export function createReplayProtection({
  database,
  node,
  onError,
  timeoutMs = waitMaxMs,
}: ReplayProtectionDeps): ReplayProtection {
  const reservations = gatherReservations(database, node);
  const answers = gatherAnswers(database);
  /** In hand on this node, until the answer is stored. */
  const inFlight = new Map<string, Promise<string | null>>();

  const claims = createClaims({ database, node, timeoutMs }, reservations);
  const run = async (
    request: Reservation,
    answer: (again: boolean) => Promise<GivenAnswer>,
    done: () => void,
  ): Promise<string | null> => {
    const store = (text: string | null) =>
      answers.submit({ ...request, answer: text }).catch(onError);
    let isStoring = false;
    try {
      const claimed = await claims.claim(request);
      if (!claimed.ours) return claimed.text;
      const given = await answer(claimed.again).catch(async (error: unknown) => {
        await store(null);
        throw error;
      });
      if (!given.isFinal) await store(null);
      else {
        // Not waited for: should it get lost, the same request is carried out again.
        isStoring = true;
        void store(given.text).finally(done);
      }
      return given.text;
    } finally {
      if (!isStoring) done();
    }
  };
  return {
    answerOnce(request, answer) {
      const reservation = {
        ...request,
        hash: createHash('sha256').update(request.signature).digest(),
      };
      const name = `${nameOf(reservation)} ${request.path}`;
      const known = inFlight.get(name);
      if (known !== undefined) return known;
      const result = run(reservation, answer, () => inFlight.delete(name));
      inFlight.set(name, result);
      return result;
    },
    get unanswered() {
      return claims.unanswered;
    },
    sweep: async () => (await sweep(database, sweepMax)) === sweepMax,
    async drain() {
      await answers.drain();
    },
  };
}

/** Decides whether a request is this node's to answer, and waits for the answer where it is not. */
function createClaims(
  {
    database,
    node,
    timeoutMs,
  }: Pick<ReplayProtectionDeps, 'database' | 'node'> & { timeoutMs: number },
  reservations: ReturnType<typeof gatherReservations>,
) {
  let unanswered = 0;
  const giveUp = (why: string): never => {
    unanswered++;
    throw new StillAnswering(why);
  };
  return {
    /**
     * Whether the request is ours to answer; else the stored answer, or null when its path is
     * another.
     */
    async claim(
      request: Reservation,
    ): Promise<{ ours: true; again: boolean } | { ours: false; text: string | null }> {
      if (await reservations.submit(request)) return { ours: true, again: false };
      for (
        const deadline = environment.monotonic() + timeoutMs;
        environment.monotonic() < deadline;
        await environment.sleep(checkEveryMs)
      ) {
        const row = await find(database, request);
        if (row === null) return giveUp('the signature has just become too old');
        if (row.path !== request.path) return { ours: false, text: null };
        if (row.answer !== null) return { ours: false, text: row.answer };
        if (await takeOver(database, node, request)) return { ours: true, again: true };
      }
      return giveUp('another node is still answering this request');
    },
    get unanswered() {
      return unanswered;
    },
  };
}

/** Answers of each reservation whether it is the first of its signature. */
function gatherReservations(database: Session, node: number) {
  return createGatherer<Reservation, boolean>(groupMax, async (group) => {
    const reserved = await reserve(
      database,
      node,
      group.map(({ item }) => item),
    );
    const ours = new Set(reserved.map(nameOf));
    // The first of two equal ones in a batch has it.
    for (const { item, resolve } of group) resolve(ours.delete(nameOf(item)));
  });
}

function gatherAnswers(database: Session) {
  return createGatherer<SignatureKey & { answer: string | null }, void>(groupMax, async (group) => {
    await record(
      database,
      group.map(({ item }) => item),
    );
    for (const { resolve } of group) resolve();
  });
}

const nameOf = ({ accountId, hash }: SignatureKey): string =>
  `${accountId} ${hash.toString('base64')}`;
