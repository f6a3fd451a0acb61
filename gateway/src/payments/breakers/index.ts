// Entry point of breakers: which routes take new operations, who has opened them, and what waits.

export type { Breaker, BreakerState } from './breaker.ts';
export { keepBreakers, type Breakers } from './copy.ts';
export { createOutcomeCounter } from './outcomes.ts';
export { setBreaker } from './change.ts';
export { listParked, totalParked, type ParkedOperation, type ParkedTotal } from './parked.ts';
export { breakerChannel, loadBreakers } from './store.ts';
export { listBreakerEvents, type BreakerEvent } from './events.ts';
export { breakerReasonText } from './reason-text.ts';
export { judgedByRule, nextTryAt, ruleOf } from './breaker.ts';
export { breakerTasks } from './tasks.ts';
