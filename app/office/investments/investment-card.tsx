import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { investmentStatusLabels, investmentTones } from '../../domain/investments/investment.ts'
import type { ListedInvestment } from '../../domain/investments/investments.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { ProgressBar } from '../../ui/feedback/progress.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card, CardBody, CardFoot } from '../../ui/layout/card.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import { formatPercent } from '../../values/percent.ts'
import { IconLink } from '../parts/icon-link.tsx'

export function InvestmentCard({ investment }: { investment: ListedInvestment }) {
  const { id, project, investor, email, cover, amount, received, remaining, progress, status } =
    investment
  return (
    <Card aria-labelledby={`investment-${id}`}>
      <CardBody className="pb-3">
        <header className="flex gap-x-2.5 leading-[1.35]">
          <Thumbnail cover={cover} />
          <div
            id={`investment-${id}`}
            className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.75"
          >
            <div className="flex items-baseline justify-between gap-2.5 @max-[16rem]/main:flex-wrap">
              <h2
                className="truncate text-sm font-semibold @max-[16rem]/main:whitespace-normal"
                title={project}
              >
                <Link to={`/admin-dashboard/investments/${id}`} className="covers">
                  <bdi>{project}</bdi>
                </Link>
              </h2>
              <Amount
                cents={amount}
                show="when-needed"
                className="text-[1.0625rem] leading-[1.2] font-semibold tracking-[-0.014em]"
              />
            </div>
            <div className="flex justify-between gap-2.5">
              <p className="truncate text-xs text-muted" title={investor}>
                <bdi>{investor}</bdi>
              </p>
              <Badge tone={investmentTones[status]}>{investmentStatusLabels[status]}</Badge>
            </div>
            {investment.owned !== null && (
              <p className="text-xs wrap-anywhere">
                <bdi>{investment.owned}</bdi>
              </p>
            )}
            {email !== null && (
              <p className="text-2xs text-muted wrap-anywhere">
                <bdi>{email}</bdi>
              </p>
            )}
          </div>
        </header>
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)_3.25rem] items-center gap-1 text-end text-xs font-[550]">
          <ProgressBar value={progress} label="Payment progress" colour="verdict" />
          <span className="num">{formatPercent(progress)}</span>
        </div>
        <dl className="mt-1.25 grid grid-cols-[auto_auto] justify-between gap-x-2 gap-y-0.75 @max-[20rem]/main:grid-cols-1">
          <Leg label="Received">
            <Amount cents={received} show="when-needed" />
          </Leg>
          <Leg label="Remaining" end>
            <Amount cents={remaining} show="when-needed" />
          </Leg>
          <Leg label="Since" small>
            <Day on={investment.investedOn} />
          </Leg>
          <NextPayment on={investment.nextPaymentOn} overdue={investment.overdue} />
        </dl>
      </CardBody>
      <CardFoot>
        <CardActs investment={investment} />
      </CardFoot>
    </Card>
  )
}

function NextPayment({ on, overdue }: { on: ListedInvestment['nextPaymentOn']; overdue: boolean }) {
  return (
    <Leg label={overdue ? 'Overdue since' : 'Next payment'} small end late={overdue}>
      {on === null ? (
        <span role="img" aria-label="none">
          –
        </span>
      ) : (
        <Day on={on} />
      )}
    </Leg>
  )
}

type LegProps = {
  label: string
  small?: boolean
  end?: boolean
  late?: boolean
  children: ReactNode
}

function Leg({ label, small = false, end = false, late = false, children }: LegProps) {
  const size = small ? 'gap-x-1 text-2xs tracking-[-0.012em]' : 'gap-x-1.25 text-xs'
  const weight = late ? 'font-[560]' : small ? 'font-medium' : 'font-[560]'
  return (
    <div
      className={`flex flex-wrap whitespace-nowrap ${size} ${end ? 'justify-end' : ''} ${late ? 'text-negative' : ''}`}
    >
      <dt className={late ? 'font-[560]' : 'text-muted'}>{label}</dt>
      <dd className={`num ${weight}`}>{children}</dd>
    </div>
  )
}

/** Accessible name: tells namesakes and their investments apart. */
function nameOf({ project, investor, email, amount, investedOn }: ListedInvestment) {
  return [
    project,
    investor,
    email,
    `${formatAmount(amount, 'when-needed')} of ${formatDay(investedOn)}`,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** An archived investment can only be restored. */
function CardActs({ investment }: { investment: ListedInvestment }) {
  const { id, isArchived } = investment
  const { search } = useLocation()
  const at = (act: string) => ({ pathname: `/admin-dashboard/investments/${id}/${act}`, search })
  const name = nameOf(investment)
  if (isArchived) {
    return (
      <DialogLink
        to={at('restore').pathname}
        look="secondary"
        size="small"
        aria-label={`Restore ${name}`}
      >
        Restore
      </DialogLink>
    )
  }
  return (
    <>
      <PaymentButton investment={investment} />
      <span className="ms-auto flex">
        <IconLink icon="edit" label={`Edit ${name}`} to={at('edit')} preventScrollReset />
        <IconLink
          icon="trash"
          label={`Delete or archive ${name}`}
          to={at('removal')}
          preventScrollReset
        />
      </span>
    </>
  )
}

/** Completed and cancelled investments take no payments. */
function PaymentButton({ investment }: { investment: ListedInvestment }) {
  const { id, status } = investment
  const name = `Payment for ${nameOf(investment)}`
  if (status === 'completed' || status === 'cancelled') {
    return (
      <Button size="small" disabled aria-label={name}>
        Payment
      </Button>
    )
  }
  const to = `/admin-dashboard/investments/${id}/payment`
  return (
    <DialogLink to={to} look="secondary" size="small" aria-label={name}>
      Payment
    </DialogLink>
  )
}

function Thumbnail({ cover }: { cover: ListedInvestment['cover'] }) {
  return (
    <div className="grid size-9 place-items-center overflow-hidden rounded-small bg-track text-muted">
      {cover ? (
        <Picture source={cover} alt="" sizes="36px" className="size-9 object-cover" />
      ) : (
        <Icon name="projects" size="small" />
      )}
    </div>
  )
}
