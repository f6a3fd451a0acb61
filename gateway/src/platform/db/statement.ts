// What is run on a connection.

/** A prepared statement: its name is its identity on a connection. */
export interface Statement {
  name: string;
  text: string;
  /** Waited for longer than others, since what came of it must be known. */
  patient?: true;
}
