import type { Statement } from '../../domain/statements/statements.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Day, Moment } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { PortalLink, usePortalAddress } from '../parts/portal-link.tsx'
import { statementsHome } from '../paths.ts'

/** Latest period first; replaced statements stay listed. */
export function StatementsTable({ statements }: { statements: Statement[] }) {
  const head = (
    <>
      <Th>Period</Th>
      <Th>Up to</Th>
      <Th>Issued</Th>
      <Th end>Distributions</Th>
      <Th end>Paid to date</Th>
      <Th end>
        <span className="sr-only">PDF</span>
      </Th>
    </>
  )
  return (
    <Table caption="Your statements of account" head={head}>
      {statements.map((statement) => (
        <Line key={statement.id} statement={statement} />
      ))}
    </Table>
  )
}

function Line({ statement }: { statement: Statement }) {
  const { id, period, through, closing, distributed, issuedAt, replacedBy } = statement
  const address = usePortalAddress()
  const at = `${statementsHome}/${id}`
  return (
    <Tr className={replacedBy ? 'text-muted' : ''}>
      <Td className="@max-[48rem]/main:order-1">
        <PortalLink to={at} className="font-[560] hover:underline">
          {period.label}
        </PortalLink>{' '}
        {replacedBy && <Badge tone="amber">Replaced</Badge>}
      </Td>
      <Td className="text-muted @max-[48rem]/main:order-3 @max-[48rem]/main:self-start @max-[48rem]/main:text-xs">
        <span className="sr-only @max-[48rem]/main:not-sr-only">Up to </span>
        <Day on={through} />
        <span className="hidden @max-[48rem]/main:block">
          Issued <Moment at={issuedAt} zone />
        </span>
        <span className="hidden @max-[48rem]/main:block">
          Distributions <Amount cents={distributed} show="always" />
        </span>
      </Td>
      <Td card="hidden" className="text-muted">
        <Moment at={issuedAt} zone />
      </Td>
      <Td end card="hidden">
        <Amount cents={distributed} show="always" />
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <span className="hidden pe-1.5 text-xs text-muted @max-[48rem]/main:inline">
          Paid to date
        </span>
        <Amount cents={closing} show="always" className="font-[560]" />
      </Td>
      <Td end className="@max-[48rem]/main:order-4">
        <DownloadLink
          href={address(`${at}/pdf`)}
          className={buttonClass('secondary', 'small')}
          aria-label={`PDF of the statement, ${period.label}`}
        >
          <Icon name="download" size="small" />
          PDF
        </DownloadLink>
      </Td>
    </Tr>
  )
}
