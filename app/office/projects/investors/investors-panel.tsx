import { Link } from 'react-router'
import { investmentStatusLabels, investmentTones } from '../../../domain/investments/investment.ts'
import type { ProjectInvestor } from '../../../domain/investments/project-investors.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'

type Props = {
  project: { id: string; name: string; isArchived: boolean }
  investors: ProjectInvestor[]
  total: number
}

export function InvestorsPanel({ project, investors, total }: Props) {
  const { id, name, isArchived } = project
  return (
    <section
      id="project-investors"
      aria-labelledby="project-investors-title"
      className="panel min-w-0 rounded-card border border-[color-mix(in_oklab,var(--primary)_55%,var(--surface))] bg-surface"
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-(--pad) pt-3 pb-1">
        <h2 id="project-investors-title" className="text-md font-semibold">
          Project Investors{' '}
          <span className="font-[450] text-muted wrap-anywhere">
            <bdi>{name}</bdi>, <span className="num">{total}</span>
          </span>
        </h2>
        {!isArchived && (
          <DialogLink
            to={`/admin-dashboard/projects/${id}/investors/new`}
            look="secondary"
            size="small"
            icon="plus"
          >
            Add Investor
          </DialogLink>
        )}
      </header>
      {total === 0 ? (
        <p className="px-(--pad) pt-1 pb-4 text-muted">No investors added to this project yet</p>
      ) : (
        <InvestorsTable project={project} investors={investors} />
      )}
      {total > investors.length && (
        <p className="px-(--pad) py-3 text-xs text-muted">
          The newest {investors.length} of {total}.{' '}
          <Link to={`/admin-dashboard/investments?project=${id}`} className="text-link underline">
            All of them in Manage Investments
          </Link>
        </p>
      )}
    </section>
  )
}

function InvestorsTable({ project, investors }: Pick<Props, 'project' | 'investors'>) {
  const head = (
    <>
      <Th>Investor</Th>
      <Th end>Amount</Th>
      <Th>Status</Th>
      <Th end>Date</Th>
      <Th end>Actions</Th>
    </>
  )
  return (
    <Table caption={`Project investors of ${project.name}`} head={head}>
      {investors.map((investor) => (
        <Row key={investor.investmentId} projectId={project.id} investor={investor} />
      ))}
    </Table>
  )
}

function Row({ projectId, investor }: { projectId: string; investor: ProjectInvestor }) {
  const { investmentId, email, owned, amount, status, investedOn } = investor
  const name = investor.name ?? 'Unknown'
  return (
    <Tr className="@max-[48rem]/main:grid-cols-[minmax(0,1fr)_auto_2.75rem]!">
      <Td wrap>
        <Link
          to={`/admin-dashboard/investments/${investmentId}`}
          className="font-[550] text-text no-underline wrap-anywhere hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        <bdi className="block text-xs text-muted wrap-anywhere">{email}</bdi>
        {owned !== null && <bdi className="block text-xs wrap-anywhere">{owned}</bdi>}
      </Td>
      <Td end>
        <Amount cents={amount} show="when-needed" className="font-[550]" />
      </Td>
      <Td>
        <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
      </Td>
      <Td end className="text-muted @max-[48rem]/main:col-start-2">
        <Day on={investedOn} />
      </Td>
      <Td
        end
        className="@max-[48rem]/main:col-start-3 @max-[48rem]/main:self-center @max-[48rem]/main:row-span-2 @max-[48rem]/main:row-start-1"
      >
        <DialogLink
          to={`/admin-dashboard/projects/${projectId}/investors/${investmentId}/remove`}
          className={iconButtonClass()}
          aria-label={`Remove ${[name, email].filter(Boolean).join(', ')} from the project`}
          title="Remove"
        >
          <Icon name="trash" />
        </DialogLink>
      </Td>
    </Tr>
  )
}
