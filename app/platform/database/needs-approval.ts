/** Whether the database found at the end of a transaction that an act needs a second person (db/migrations/0091-approvals.sql). */
export const needsApproval = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'MA001'
