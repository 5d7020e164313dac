/** With email, because two investors may share a name. */
export function namedInvestor(investor: { name: string; email: string } | undefined): string {
  return investor ? `${investor.name} (${investor.email})` : ''
}
