import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'

/** Whose investment in what, below the title of a dialog. */
export function Whose({ investment: { project, investor } }: { investment: InvestmentInFull }) {
  return (
    <>
      <bdi>{project.name}</bdi>, <bdi>{investor.name}</bdi>
    </>
  )
}
