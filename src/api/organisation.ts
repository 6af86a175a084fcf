/** What is an organisation, as the account's list describes it? (specification, "Organisation summary") */
export interface Organisation {
  readonly orgId: string;
  readonly orgName: string;
  /** The caller's role. `Owner` is one value; others are "not shown". */
  readonly role: string;
}
