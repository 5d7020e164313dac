import { Link, useLocation, useSearchParams } from 'react-router'
import type { AuditEntry } from '../../domain/audit/audit-log.server.ts'
import { Moment } from '../../ui/day.tsx'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { WhatChanged } from './what-changed.tsx'

export function AuditTable({ entries, opened }: { entries: AuditEntry[]; opened: string | null }) {
  return (
    <Table
      caption="Actions, newest first. Nothing here can be edited or deleted."
      head={
        <>
          <Th>Time</Th>
          <Th>Who</Th>
          <Th>What</Th>
          <Th>On</Th>
        </>
      }
    >
      {entries.flatMap((entry) => {
        const isOpen = entry.id === opened
        const row = <AuditRow key={entry.id} entry={entry} isOpen={isOpen} />
        return isOpen ? [row, <Details key={`${entry.id} details`} entry={entry} />] : [row]
      })}
    </Table>
  )
}

function AuditRow({ entry, isOpen }: { entry: AuditEntry; isOpen: boolean }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const page = params.get('page')
  const open = new URLSearchParams(withSearchParam(params, 'open', isOpen ? '' : entry.id))
  // Opening an entry stays on its page of the log.
  if (page) open.set('page', page)
  return (
    <Tr className={isOpen ? 'bg-tint-neutral' : ''}>
      <Td className="text-muted max-md:order-2">
        <Moment at={entry.at} />
      </Td>
      <Td card="row" className="max-md:order-3">
        {entry.who.name}
      </Td>
      <Td wrap className="max-md:order-1">
        <Link
          to={`${pathname}?${open}`}
          replace
          preventScrollReset
          aria-expanded={isOpen}
          className="font-[560] hover:underline"
        >
          {entry.sentence}
        </Link>
      </Td>
      <Td wrap card="row" className="text-muted max-md:order-4">
        {entry.on.name}
      </Td>
    </Tr>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  return (
    <Tr className="bg-tint-neutral">
      {/* biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed (ui/layout/table.tsx) */}
      <td role="cell" colSpan={4} className="wrap wide">
        <WhatChanged entry={entry} />
      </td>
    </Tr>
  )
}
