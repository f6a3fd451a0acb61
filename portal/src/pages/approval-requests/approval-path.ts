// Where one approval request is seen: the list from it on, however many were made since, with its
// panel open. E-mails lead there, too.

export const approvalPath = (id: number): string => `/approvals?after=${id + 1}&open=${id}`;
