// Mutants of the reconciliation of providers' files that may survive.

import { rowsAtOnce, type Survivor } from './survivor.ts';

/** A step begins behind the row with which the one before it has ended. */
const closedBefore = 'what the step before has closed is not pending any more';

const comparedAgain = 'what was compared before comes to the same once more';
const feeIsRead = 'a fee that is no number of four decimals is refused before it counts';
const nothingMoved = 'a move of nothing is none: a constraint of the database';
const stepTime = 'how far a step comes is a matter of time';

export const survivorsOfReconciliation: readonly Survivor[] = [
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: 'const days = 10;',
    mutated: 'const days = 11;',
    reason: 'older movements were looked at when their file was young',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: "where l.class in ('matched', 'late', 'fee') and l.amount > 0 and l.float_move_id is null and l.bank_movement_id is null",
    mutated:
      "where l.class in ('matched', 'late', 'fee') and l.amount >= 0 and l.float_move_id is null and l.bank_movement_id is null",
    reason: 'a row of nothing is matched with an operation that moved nothing',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: "and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency and s.state in ('PAID', 'RETURNED') and (k.amount < 0 or s.state = 'RETURNED'), false)",
    mutated:
      "and not coalesce(abs(k.amount) = s.amount and k.currency = s.currency and s.state in ('PAID', 'RETURNED') and (k.amount <= 0 or s.state = 'RETURNED'), false)",
    reason: 'no settlement moves nothing',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: 'const nextFiles = 30;',
    mutated: 'const nextFiles = 31;',
    reason: 'no party has so many files that end behind one and do not follow it',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: "where f.party = p.party and f.judged_until > jokko_now() - interval '${days} days' and ${done('f')} offset 0) y)`;",
    mutated:
      "where f.party = p.party and f.judged_until >= jokko_now() - interval '${days} days' and ${done('f')} offset 0) y)`;",
    reason: 'real time: a microsecond',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: 'time: `select min(judged_from)::text as from, least(max(judged_until), jokko_now())::text as until from ${youngFiles} f`,',
    mutated:
      'time: `select min(judged_from)::text as from, greatest(max(judged_until), jokko_now())::text as until from ${youngFiles} f`,',
    reason: 'a transfer after the judgement of every file, or of a time to come, is of none',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/checks.ts',
    line: "select * from public.reconciliation_file n where n.party = f.party and n.judged_until > f.judged_until and ${done('n')}",
    mutated:
      "select * from public.reconciliation_file n where n.party = f.party and n.judged_until >= f.judged_until and ${done('n')}",
    reason: 'a judgement that ends with another one does not begin behind it',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/lease-reading.ts',
    line: 'const readingSeconds = 90;',
    mutated: 'const readingSeconds = 91;',
    reason: 'how long a reader that is gone is waited for',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/lease-reading.ts',
    line: "and state = 'reading' and (id = $1 or reading_until is null or reading_until < now()) for update skip locked)",
    mutated:
      "and state = 'reading' and (id = $1 or reading_until is null or reading_until <= now()) for update skip locked)",
    reason: 'real time: a microsecond',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/complete-step.ts',
    line: 'where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.class in ${named}),',
    mutated: 'where l.file_id = $1 and l.number >= $2 and l.number <= $3 and l.class in ${named}),',
    reason: closedBefore,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/complete-step.ts',
    line: "where g.file_id = $1 and g.line > $2 and g.line <= $3 and ${isPending('g')}),",
    mutated: "where g.file_id = $1 and g.line >= $2 and g.line <= $3 and ${isPending('g')}),",
    reason: closedBefore,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/file.ts',
    line: 'const openCounted = 1_000;',
    mutated: 'const openCounted = 1001;',
    reason: 'a number that nobody wants to know more exactly',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/http-discrepancy-file.ts',
    line: 'const exportRows = 500;',
    mutated: 'const exportRows = 501;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/import-statement.ts',
    line: 'const lookAgainMs = 100;',
    mutated: 'const lookAgainMs = 101;',
    reason: 'how often it is looked at',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '([fee.percent, fee.fixed].some((text) => (parseAmount(text, 4) ?? -1n) < 0n) ||',
    mutated: '([fee.percent, fee.fixed].some((text) => (parseAmount(text, 4) ?? -2n) < 0n) ||',
    reason: 'below zero as well',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '([fee.percent, fee.fixed].some((text) => (parseAmount(text, 4) ?? -1n) < 0n) ||',
    mutated: '([fee.percent, fee.fixed].some((text) => (parseAmount(text, 5) ?? -1n) < 0n) ||',
    reason: 'no amount has more than four decimals',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(parseAmount(percent, 4) ?? 0n) > hundredPercent;',
    mutated: '(parseAmount(percent, 5) ?? 0n) > hundredPercent;',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(parseAmount(percent, 4) ?? 0n) > hundredPercent;',
    mutated: '(parseAmount(percent, 4) ?? 1n) > hundredPercent;',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(amount * (parseAmount(fee.percent, 4) ?? 0n)) / hundredPercent +',
    mutated: '(amount * (parseAmount(fee.percent, 5) ?? 0n)) / hundredPercent +',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(amount * (parseAmount(fee.percent, 4) ?? 0n)) / hundredPercent +',
    mutated: '(amount * (parseAmount(fee.percent, 4) ?? 1n)) / hundredPercent +',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(parseAmount(fee.fixed, 4) ?? 0n);',
    mutated: '(parseAmount(fee.fixed, 5) ?? 0n);',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/mapping.ts',
    line: '(parseAmount(fee.fixed, 4) ?? 0n);',
    mutated: '(parseAmount(fee.fixed, 4) ?? 1n);',
    reason: feeIsRead,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-bank.ts',
    line: "k.counted, abs(m.amount) = t.amount and m.currency = t.currency and (m.amount > 0) = (t.direction = 'in') as fits",
    mutated:
      "k.counted, abs(m.amount) = t.amount and m.currency = t.currency and (m.amount >= 0) = (t.direction = 'in') as fits",
    reason: nothingMoved,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-bank.ts',
    line: "'route', null, 'providerReference', m.reference, 'direction', case when m.amount > 0 then 'in' else 'out' end, 'amount', abs(m.amount)::text,",
    mutated:
      "'route', null, 'providerReference', m.reference, 'direction', case when m.amount >= 0 then 'in' else 'out' end, 'amount', abs(m.amount)::text,",
    reason: nothingMoved,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const linesPerStep = 1_000;',
    mutated: 'const linesPerStep = 1001;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const fewerTimes = 4;',
    mutated: 'const fewerTimes = 5;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const quickStepMs = 800;',
    mutated: 'const quickStepMs = 801;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const isQuick = environment.monotonic() - begun < quickStepMs;',
    mutated: 'const isQuick = environment.monotonic() - begun <= quickStepMs;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/missing.ts',
    line: "'providerReference', o.provider_reference, 'direction', case when m.ours > 0 then 'in' else 'out' end, 'amount', abs(m.ours)::text,",
    mutated:
      "'providerReference', o.provider_reference, 'direction', case when m.ours >= 0 then 'in' else 'out' end, 'amount', abs(m.ours)::text,",
    reason: 'what nets to nothing is not missing',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/missing.ts',
    line: "'providerReference', m.reference, 'direction', case when m.amount > 0 then 'in' else 'out' end, 'amount', abs(m.amount)::text,",
    mutated:
      "'providerReference', m.reference, 'direction', case when m.amount >= 0 then 'in' else 'out' end, 'amount', abs(m.amount)::text,",
    reason: nothingMoved,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/open-statement.ts',
    line: 'const readingMs = 60_000;',
    mutated: 'const readingMs = 60001;',
    reason: 'how long a file may be read is a matter of time',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: 'const discrepanciesPerStep = 500;',
    mutated: 'const discrepanciesPerStep = 501;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: 'const noUserOpenedAgain = `not exists (select from reconciliation_note n join reconciliation_note r on r.discrepancy_id = n.discrepancy_id and r.id < n.id',
    mutated:
      'const noUserOpenedAgain = `not exists (select from reconciliation_note n join reconciliation_note r on r.discrepancy_id = n.discrepancy_id and r.id <= n.id',
    reason: 'a note is of a user or of a rule',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: 'where g.file_id = $1 and g.line > $2 and g.line <= $3 and ${comparable}',
    mutated: 'where g.file_id = $1 and g.line >= $2 and g.line <= $3 and ${comparable}',
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: "where f.route = $1 and f.state = 'done' and g.id > $2 and g.state = 'open' and ${comparable} and ${noUserOpenedAgain}",
    mutated:
      "where f.route = $1 and f.state = 'done' and g.id >= $2 and g.state = 'open' and ${comparable} and ${noUserOpenedAgain}",
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: 'await session.query(setPosition, [rule.id, isLast ? null : open.at(-1)!.id]);',
    mutated: 'await session.query(setPosition, [rule.id, isLast ? null : open.at(1)!.id]);',
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rule-step.ts',
    line: 'await session.query(setPosition, [rule.id, isLast ? null : open.at(-1)!.id]);',
    mutated: 'await session.query(setPosition, [rule.id, isLast ? null : open.at(-2)!.id]);',
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/rules.ts',
    line: 'const listedMax = 200;',
    mutated: 'const listedMax = 201;',
    reason: 'nobody has as many rules',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: "const atOnceAtMost: StretchRows = { tables: ['transfer'], rowsMax: () => 500 };",
    mutated: "const atOnceAtMost: StretchRows = { tables: ['transfer'], rowsMax: () => 501 };",
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'const stepMs = 250;',
    mutated: 'const stepMs = 251;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'if (rows > 0) await findMissingIn(session, file, from, until);',
    mutated: 'if (rows >= 0) await findMissingIn(session, file, from, until);',
    reason: 'in a stretch without transfers nothing is missing',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'if (environment.monotonic() - begun >= stepMs) break;',
    mutated: 'if (environment.monotonic() - begun > stepMs) break;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'if (environment.monotonic() - begun >= stepMs) break;',
    mutated: 'if (environment.monotonic() + begun >= stepMs) break;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'if (environment.monotonic() - begun >= stepMs) break;',
    mutated: 'if (environment.monotonic() >= stepMs) break;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/search-step.ts',
    line: 'if (environment.monotonic() - begun >= stepMs) break;',
    mutated: 'if ((-begun) >= stepMs) break;',
    reason: stepTime,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/tasks.ts',
    line: 'const everyMs = 1_000;',
    mutated: 'const everyMs = 1001;',
    reason: 'how often it is looked for',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/upload.ts',
    line: 'const beginLockKey = 7_210_019;',
    mutated: 'const beginLockKey = 7210020;',
    reason: 'a number that no other lock has',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const commitSeconds = 30;',
    mutated: 'const commitSeconds = 31;',
    reason: 'how long a commit may take is a matter of time',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const candidatesMax = 100;',
    mutated: 'const candidatesMax = 101;',
    reason: 'of so many payments nobody can tell',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'const sameRowsCounted = 100;',
    mutated: 'const sameRowsCounted = 101;',
    reason: 'of so many rows that say the same nobody can tell',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'where file_id = $1 and number > $2 and number <= $3 and problem is null),',
    mutated: 'where file_id = $1 and number >= $2 and number <= $3 and problem is null),',
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: "order by abs(m.amount) = l.amount and (m.amount > 0) = (l.direction = 'in') desc, m.id limit 1) end",
    mutated:
      "order by abs(m.amount) = l.amount and (m.amount >= 0) = (l.direction = 'in') desc, m.id limit 1) end",
    reason: 'a move of nothing is not stored',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: 'where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.problem is null`,',
    mutated: 'where l.file_id = $1 and l.number >= $2 and l.number <= $3 and l.problem is null`,',
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: "where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.class in ('matched', 'late', 'amount', 'fee')),",
    mutated:
      "where l.file_id = $1 and l.number >= $2 and l.number <= $3 and l.class in ('matched', 'late', 'amount', 'fee')),",
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: "where l.file_id = $1 and l.number > $2 and l.number <= $3 and l.operation_id is not null and l.fee is not null and l.status = 'success'",
    mutated:
      "where l.file_id = $1 and l.number >= $2 and l.number <= $3 and l.operation_id is not null and l.fee is not null and l.status = 'success'",
    reason: comparedAgain,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/match-step.ts',
    line: "const isTold = `(${countsElsewhere} or (e.file_id < l.file_id and e.class = 'duplicate'))",
    mutated:
      "const isTold = `(${countsElsewhere} or (e.file_id <= l.file_id and e.class = 'duplicate'))",
    reason: 'rows of the same file are left out beside it',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/read-step.ts',
    line: 'const rowsMax = linesMax + 1_000;',
    mutated: 'const rowsMax = linesMax + 1001;',
    reason: 'room for what stands above the headings',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/read-step.ts',
    line: 'const rowsPerStep = 1_000;',
    mutated: 'const rowsPerStep = 1001;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/reconciliation/read-step.ts',
    line: 'if (open !== null && (open.id !== file.id || open.last > file.position)) close();',
    mutated: 'if (open !== null && (open.id !== file.id || open.last >= file.position)) close();',
    reason: 'read again from the beginning the rows are the same',
  },
  {
    file: 'gateway/src/backoffice/reconciliation/read-step.ts',
    line: 'last: 0,',
    mutated: 'last: 1,',
    reason: 'the first row says it',
  },
];
