// Entry point of backups: taking one while nodes serve, and checking one that lies on a disk.

export { checkBackup, type BackupCheck } from './check-backup.ts';
export type { Manifest } from './manifest.ts';
export { takeBackup } from './take-backup.ts';
