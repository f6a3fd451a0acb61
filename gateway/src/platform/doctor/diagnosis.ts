// What the doctor finds.

export interface CheckResult {
  id: string;
  statement: string;
  violations: number;
  /** The first few violations, in words. */
  examples: string[];
  /** Why the invariant cannot be checked here, null when it was checked. */
  notApplicable: string | null;
}
export interface Diagnosis {
  /** True when no checked invariant is broken. */
  ok: boolean;
  /** All invariants, by id. */
  checks: CheckResult[];
}
