// Roles of portal users: on a developer's side one of five for one account, on the operator's side
// one of five for all of them.

export const developerRoles = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;
export type DeveloperRole = (typeof developerRoles)[number];

/**
 * The roles of those who work in the back-office. What an auditor reads besides names the wider
 * list.
 */
export const operatorRoles = ['admin', 'finance', 'support', 'viewer'] as const;
/**
 * The roles of everybody on the operator's side. An auditor reads what proves what was done, and
 * changes nothing.
 */
export const operatorSeatRoles = [...operatorRoles, 'auditor'] as const;
export type OperatorRole = (typeof operatorSeatRoles)[number];
