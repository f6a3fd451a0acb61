// Entry point of incidents: what the operator tells of disruptions, to whom, and until when.

export { purgeSubscriptions } from './subscriptions.ts';
export { switchRouteWithIncident } from './switch-route.ts';
