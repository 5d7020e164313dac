import { Link } from 'react-router'
import type { OfficeUnit, UnitHolder } from '../../../../domain/projects/units.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Icon, type IconName } from '../../../../ui/icon.tsx'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../../../ui/layout/table.tsx'

type Props = { projectId: string; units: OfficeUnit[] }

export function UnitsTable({ projectId, units }: Props) {
  const free = units.filter(({ holder }) => holder === null).length
  const head = (
    <>
      <Th>Unit</Th>
      <Th end>Price</Th>
      <Th>State</Th>
      <Th>Owner</Th>
      <Th end>Actions</Th>
    </>
  )
  return (
    <section aria-labelledby="units" className="min-w-0">
      <h2 id="units" className="mb-2 text-md font-semibold">
        Units{' '}
        <span className="num font-[450] text-muted">
          {free} of {units.length} free
        </span>
      </h2>
      <Table caption="Units of this project" head={head}>
        {units.map((unit) => (
          <Row key={unit.id} projectId={projectId} unit={unit} />
        ))}
      </Table>
    </section>
  )
}

function Row({ projectId, unit }: { projectId: string; unit: OfficeUnit }) {
  const { name, price, holder } = unit
  return (
    <Tr className="@max-[48rem]/main:grid-cols-[minmax(0,1fr)_auto_5.5rem]!">
      <Td wrap>
        <bdi className="font-[550] wrap-anywhere">{name}</bdi>
      </Td>
      <Td end>{price === null ? '–' : <Amount cents={price} show="when-needed" />}</Td>
      <Td>
        <UnitState holder={holder} />
      </Td>
      <Td wrap>
        {holder ? (
          <Holder holder={holder} />
        ) : (
          <span className="text-muted @max-[48rem]/main:hidden">–</span>
        )}
      </Td>
      <Td
        end
        className="@max-[48rem]/main:col-start-3 @max-[48rem]/main:row-span-2 @max-[48rem]/main:row-start-1 @max-[48rem]/main:self-center"
      >
        <UnitActs projectId={projectId} unit={unit} />
      </Td>
    </Tr>
  )
}

function UnitState({ holder }: { holder: UnitHolder | null }) {
  if (!holder) return <Badge tone="green">Available</Badge>
  return holder.investmentId === null ? (
    <Badge tone="amber">Requested</Badge>
  ) : (
    <Badge tone="blue">Sold</Badge>
  )
}

/** Leads to the investment, or to the open requests. */
export function Holder({ holder: { name, investmentId } }: { holder: UnitHolder }) {
  const to =
    investmentId === null
      ? '/admin-dashboard/requests'
      : `/admin-dashboard/investments/${investmentId}`
  return (
    <Link to={to} className="tall-target text-link underline underline-offset-2 wrap-anywhere">
      <bdi>{name}</bdi>
    </Link>
  )
}

/** A unit that someone holds is renamed, but not removed. */
export function UnitActs({ projectId, unit }: { projectId: string; unit: OfficeUnit }) {
  const at = `/admin-dashboard/projects/${projectId}/units/${unit.id}`
  return (
    <span className="inline-flex">
      <IconDialog to={`${at}/edit`} icon="edit" label={`Edit ${unit.name}`} />
      {unit.holder === null && (
        <IconDialog to={`${at}/remove`} icon="trash" label={`Remove ${unit.name}`} />
      )}
    </span>
  )
}

function IconDialog({ to, icon, label }: { to: string; icon: IconName; label: string }) {
  return (
    <DialogLink to={to} className={iconButtonClass()} aria-label={label} title={label}>
      <Icon name={icon} />
    </DialogLink>
  )
}
