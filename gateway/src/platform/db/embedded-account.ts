// The operating-system user of the embedded database.

/** The operating-system user that the database runs as when we are root. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}
