import { Link } from 'react-router'
import type { ActByOnePerson } from '../../domain/approvals/acts-by-one-person.server.ts'
import { actLabels } from '../../domain/approvals/approval.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/day.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { dayOf, formatMonth } from '../../values/calendar-date.ts'
import { investmentsHome } from '../paths.ts'

/** Acts that one person did alone, by month. */
export function ActsByOnePerson({ acts }: { acts: ActByOnePerson[] }) {
  const byMonth = Map.groupBy(acts, ({ doneAt }) => formatMonth(dayOf(doneAt)))
  return [...byMonth].map(([month, ofMonth]) => (
    <section key={month} className="mt-6">
      <SectionTitle>{month}</SectionTitle>
      <Table
        caption={`Actions by one person in ${month}`}
        head={
          <>
            <Th>Action</Th>
            <Th>About</Th>
            <Th>Done</Th>
            <Th end>Amount</Th>
          </>
        }
      >
        {ofMonth.map((act) => (
          <Row key={act.id} act={act} />
        ))}
      </Table>
    </section>
  ))
}

function Row({
  act: { act, amount, doneAt, doneBy, investment, project, changed },
}: {
  act: ActByOnePerson
}) {
  return (
    <Tr>
      <Td wrap className="font-[560]">
        {actLabels[act]}
      </Td>
      <Td wrap className="@max-[48rem]/main:order-3">
        {investment ? (
          <Link
            to={`${investmentsHome}/${investment.id}`}
            className="tall-target wrap-anywhere hover:underline"
          >
            <bdi>{investment.investor}</bdi>, <bdi>{investment.project}</bdi>
          </Link>
        ) : (
          <bdi>{project ?? changed}</bdi>
        )}
      </Td>
      <Td card="row" className="text-xs text-muted @max-[48rem]/main:order-4">
        <bdi>{doneBy}</bdi>, <Moment at={doneAt} />
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        {amount !== null && <Amount cents={amount} show="when-needed" />}
      </Td>
    </Tr>
  )
}
