import type { ImportColumns } from './import-column.ts'
import { investmentColumns } from './investment-columns.ts'
import { investorColumns } from './investor-columns.ts'
import { paymentColumns } from './payment-columns.ts'
import { projectColumns } from './project-columns.ts'

/** The lists that can be filled from a file, in the order in which one needs the other. */
export const importLists = ['investors', 'projects', 'investments', 'payments'] as const
export type ImportList = (typeof importLists)[number]

/** Whether an address names a list that can be filled from a file. */
export function isImportList(name: string | undefined): name is ImportList {
  return importLists.some((one) => one === name)
}

/** What a file for each list has. */
export const importColumns: Record<ImportList, ImportColumns> = {
  investors: investorColumns,
  projects: projectColumns,
  investments: investmentColumns,
  payments: paymentColumns,
}

/** One of what is in a list, for sentences that count: *3 payments*. */
export const importNouns = {
  investors: 'investor',
  projects: 'project',
  investments: 'investment',
  payments: 'payment',
} as const satisfies Record<ImportList, string>
