// POST test-integration: begins and goes on with a test whose callbacks the developer's machine
// posts.

import {
  checkTestIntegration,
  codes,
  integrationCauseTexts,
  integrationFixes,
  integrationTitles,
  testIntegrationEndpoint,
  texts,
  type IntegrationDirection,
  type IntegrationScenario,
  type Language,
  type TestIntegration,
  type TestIntegrationRequest,
} from '@jokko/contract';
import type { CertificateKey } from '../../platform/secrets/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import type { Call } from '../api/http-endpoint.ts';
import { implementUnchecked, type AnswerTo } from '../api/http-implement.ts';
import { invalidFields } from '../api/http-refusal.ts';
import type { Catalogue } from '../catalogue/index.ts';
import {
  answersStep,
  certify,
  composeStep,
  continueTest,
  findIntegrationTest,
  insertIntegrationTest,
  type ComposeDeps,
  type Line,
  type LostAnswers,
} from './index.ts';

export interface TestIntegrationDeps {
  database: Database;
  catalogue(): Catalogue;
  signCallback: ComposeDeps['sign'];
  /** Null outside the sandbox. */
  lostAnswers: LostAnswers | null;
  certificateKey(): CertificateKey;
}

export const implementTestIntegration = (deps: TestIntegrationDeps) =>
  implementUnchecked(testIntegrationEndpoint, {
    refusalForm: envelopeForm,
    load: 'change',
    handle: (call) => handle(deps, call),
  });

type Answer = AnswerTo<typeof testIntegrationEndpoint>;

async function handle(deps: TestIntegrationDeps, call: Call): Promise<Answer> {
  const { account, body } = call;
  const { language } = account;
  if (deps.lostAnswers === null)
    return { refused: refusal(codes.notFound, texts[language].onlySandbox()) };
  const faults = checkTestIntegration(body);
  if (faults.length > 0) return { refused: invalidFields(faults, language) };
  const request = body as unknown as TestIntegrationRequest;
  return request.run === undefined
    ? goOn(deps, call, await begin(deps, account.id, request), request)
    : goOn(deps, call, request.run, request);
}

async function begin(
  { database }: TestIntegrationDeps,
  accountId: number,
  { receiver = '', order, direction = 'collect', only }: TestIntegrationRequest,
): Promise<string> {
  const { id } = await insertIntegrationTest(database, {
    accountId,
    madeBy: 'command',
    receiver,
    orderId: order ?? null,
    direction: direction as IntegrationDirection,
    scenarios: (only as IntegrationScenario[] | undefined) ?? null,
  });
  return id;
}

async function goOn(
  { database, catalogue, signCallback: sign, certificateKey }: TestIntegrationDeps,
  { account, apiKey }: Call,
  run: string,
  { step, answers, end }: TestIntegrationRequest,
): Promise<Answer> {
  const { language } = account;
  const key = { accountId: account.id, id: run };
  const unknown = {
    refused: refusal(codes.notFound, texts[language].unknownIntegrationTest()),
  };
  const answered = answers === undefined || step === undefined ? null : { step, answered: answers };
  if (answered !== null) {
    const before = await findIntegrationTest(database, account.id, run);
    if (before === null) return unknown;
    if (!answersStep(before, answered))
      return { refused: invalidFields([{ field: 'answers', problem: 'notAllowed' }], language) };
  }
  const progress = { answers: answered, end: end === true };
  const found = await continueTest(database, key, progress, (...of) =>
    certify(certificateKey(), ...of, account.name),
  );
  if (found === null) return unknown;
  const { test, lines } = found;
  const send =
    test.endedAt === null
      ? await composeStep({ catalogue, sign }, test, { language, apiKey })
      : null;
  const data: TestIntegration = {
    run: test.id,
    step: test.exchanges.length,
    send: send ?? [],
    ended: test.endedAt !== null,
    certificate: test.certificate,
    lines: lines.map((line) => presentLine(line, language)),
  };
  return success(texts[language].success(), data);
}

function presentLine(
  { scenario, result, cause, status }: Line,
  language: Language,
): TestIntegration['lines'][number] {
  return {
    scenario,
    title: integrationTitles[scenario][language],
    result,
    cause: cause === null ? null : integrationCauseTexts[cause][language](status),
    fix: result === 'fail' ? integrationFixes[scenario][language] : null,
  };
}
