// Entry point of health: how routes to providers, connections to carriers and receivers of
// callbacks are, over the last five minutes.

export type {
  HangingThere,
  HealthFigures,
  HealthLevel,
  HealthOf,
  HealthOutcome,
  OutcomeCounts,
  ReasonId,
  SubjectStanding,
  Subject,
  SubjectKind,
} from './subject.ts';
export { createHealthCounters, type HealthCounters } from './counters.ts';
export { failureClass } from './error-class.ts';
export { answersNothing, hangingOf, hangingSumsOf, overdueOf, sumHanging } from './hanging.ts';
export type { HangingOnRoute } from './hanging.ts';
export { newestHealthChanges, readHealth, readRouteDays, readRouteHealth } from './read.ts';
export type { HealthChange, RouteDay } from './read.ts';
export { goodOf, judge, troubleOf, usualThresholds, type JudgedBy } from './judge.ts';
export { gather } from './gather.ts';
export { noOutcomes, outcomes } from './subject.ts';
export { addCounted, addOutcomes, nothingOf } from './counters.ts';
export { minutesDaysMax, readCounts, readDay, readMinutes, type CountedRow } from './store.ts';
export { reasonText } from './reason-text.ts';
export { percentileMs } from './latency.ts';
export { createTypicalTimes, type TypicalSeconds } from './typical-time.ts';
export { createHealthRounds, type HealthRounds, type ReadStandings } from './round.ts';
export { healthTasks } from './tasks.ts';
