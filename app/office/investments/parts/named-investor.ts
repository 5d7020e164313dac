/** An investor in a toast: two people may have one name. */
export function namedInvestor(investor: { name: string; email: string } | undefined): string {
  return investor ? `${investor.name} (${investor.email})` : ''
}
