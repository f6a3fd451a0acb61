// The shape of a family of rules.

/** Rules of one kind. A rule's id begins with letters of its family and never changes. */
export interface RuleFamily {
  title: string;
  rules: Readonly<Record<string, string>>;
  /** Where rules are decided that no source cites: all of the family, or single ones. */
  place?: string;
  places?: Readonly<Record<string, string>>;
}
