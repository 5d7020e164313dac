import { Link } from 'react-router'
import type { ProjectReceivable } from '../../domain/receivables/receivables.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { receivablesHome } from '../paths.ts'
import { AgeCells, AgeHeads, AgesInWords, MoneyOrDash } from './aged-cells.tsx'

export function ProjectsTable({ projects }: { projects: ProjectReceivable[] }) {
  return (
    <Table
      caption="Receivables by project"
      head={
        <>
          <Th>Project</Th>
          <Th end>Overdue</Th>
          <AgeHeads />
          <Th end>Not due</Th>
        </>
      }
    >
      {projects.map((project) => (
        <Tr key={project.id}>
          <Td wrap>
            <Link
              to={`${receivablesHome}?project=${project.id}`}
              className="font-[560] hover:underline"
            >
              <bdi>{project.name}</bdi>
            </Link>
            {project.since && (
              <span className="block text-xs text-muted">
                since <Day on={project.since} />
              </span>
            )}
            <AgesInWords aged={project} />
          </Td>
          <Td end>
            {project.total > 0n ? (
              <Amount cents={project.total} show="when-needed" className="font-[580]" />
            ) : (
              <span className="text-muted">–</span>
            )}
          </Td>
          <AgeCells aged={project} />
          <Td end card="hidden">
            <MoneyOrDash cents={project.notDue} />
          </Td>
        </Tr>
      ))}
    </Table>
  )
}
