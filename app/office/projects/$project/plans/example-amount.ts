import { type Cents, formatAmount, usd } from '../../../../values/money.ts'

/** The amount of a preview: what a unit costs, else the least that is taken, as it is typed. */
export function exampleAmount(project: { unitPrice: Cents | null; minimum: Cents | null }): string {
  const amount = project.unitPrice ?? project.minimum ?? usd('10,000')
  return formatAmount(amount, 'when-needed').slice(1)
}
