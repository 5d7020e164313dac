import { Link } from 'react-router'
import type { ForecastProject } from '../../domain/receivables/forecast.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { CardLabel, Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { forecastHome } from '../paths.ts'

type Props = { projects: ForecastProject[]; total: number }

/** The projects with the most to come; the export has all. */
export function ProjectsTable({ projects, total }: Props) {
  return (
    <section aria-labelledby="by-project" className="mt-7">
      <div id="by-project">
        <SectionTitle>By project</SectionTitle>
      </div>
      <Table
        caption="Cash forecast by project"
        head={
          <>
            <Th>Project</Th>
            <Th end>Scheduled so far</Th>
            <Th end>Received so far</Th>
            <Th end>Still open</Th>
            <Th end>Without a date</Th>
          </>
        }
      >
        {projects.map(({ id, name, scheduled, received, open, undated }) => (
          <Tr key={id}>
            <Td wrap card="row">
              <Link to={`${forecastHome}?project=${id}`} className="font-[560] hover:underline">
                <bdi>{name}</bdi>
              </Link>
            </Td>
            <Td end card="row">
              <CardLabel>Scheduled so far</CardLabel>
              <Amount cents={scheduled} show="when-needed" />
            </Td>
            <Td end card="row">
              <CardLabel>Received so far</CardLabel>
              <Amount cents={received} show="when-needed" />
            </Td>
            <Td end card="row">
              <CardLabel>Still open</CardLabel>
              <Amount cents={open} show="when-needed" className="font-[560]" />
            </Td>
            <Td end card="row">
              <CardLabel>Without a date</CardLabel>
              <Amount cents={undated} show="when-needed" />
            </Td>
          </Tr>
        ))}
      </Table>
      <p className="mt-2 text-xs text-muted">
        So far: this month and the six before. Still open: overdue and expected in 12 months.
        {total > projects.length && ` The ${projects.length} of ${total} with the most to come.`}
      </p>
    </section>
  )
}
