// Limits of the files that a request for approval may have as its proof.

export const approvalFileTypes = ['pdf', 'png', 'jpeg'] as const;
export type ApprovalFileType = (typeof approvalFileTypes)[number];
export const approvalFileBytesMax = 5 * 1024 * 1024;
/** The most files of one request. */
export const approvalFilesMax = 3;
