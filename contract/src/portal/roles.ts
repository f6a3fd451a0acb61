// Who can a person be? On a developer's side one of five roles for one account, on the operator's side one of four for all of them.

export const developerRoles = ['owner', 'admin', 'developer', 'finance', 'viewer'] as const;
export type DeveloperRole = (typeof developerRoles)[number];

export const operatorRoles = ['admin', 'finance', 'support', 'viewer'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
