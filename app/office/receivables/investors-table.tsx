import { remindersLabels } from '../../domain/receivables/receivable.ts'
import type { InvestorReceivable } from '../../domain/receivables/receivable-lines.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { isPositive } from '../../values/money.ts'
import { PhoneLinks } from '../parts/phone-links.tsx'
import { receivablesHome } from '../paths.ts'
import { AgeCells, AgeHeads, AgesInWords, MoneyOrDash } from './aged-cells.tsx'
import { PromiseLine } from './promise-badge.tsx'
import { SelectBox } from './remind-selected.tsx'

type Props = { investors: InvestorReceivable[]; today: CalendarDate }

/** A name opens the due payments of the investor. */
export function InvestorsTable({ investors, today }: Props) {
  return (
    <Table
      caption="Receivables by investor"
      head={
        <>
          <Th>Investor</Th>
          <Th end>Overdue</Th>
          <AgeHeads />
          <Th end>Not due</Th>
          <Th>Last payment</Th>
          <Th>Last contact</Th>
        </>
      }
    >
      {investors.map((investor) => (
        <InvestorRow key={investor.id} investor={investor} today={today} />
      ))}
    </Table>
  )
}

function InvestorRow({ investor, today }: { investor: InvestorReceivable; today: CalendarDate }) {
  const { id, name, phone, total, since, notDue, nextOn, lastPayment, reminders } = investor
  return (
    <Tr>
      <Td wrap>
        <div className="flex items-start gap-1">
          {isPositive(total) && <SelectBox id={id} name={name} />}
          <div className="min-w-0">
            <DialogLink
              to={`${receivablesHome}/${id}`}
              className="tall-target font-[560] wrap-anywhere hover:underline"
            >
              <bdi>{name}</bdi>
            </DialogLink>
            <span className="block text-xs">
              {phone ? (
                <PhoneLinks phone={phone} />
              ) : (
                <span className="text-muted">No phone number</span>
              )}
            </span>
            {reminders !== 'on' && <Badge>{remindersLabels[reminders]}</Badge>}
            <AgesInWords aged={investor} />
          </div>
        </div>
      </Td>
      <Td end>
        {isPositive(total) ? (
          <Amount cents={total} show="when-needed" className="font-[580] text-negative" />
        ) : (
          <span className="text-muted">Nothing overdue</span>
        )}
        {since && (
          <span className="block text-xs text-muted">
            since <Day on={since} />
          </span>
        )}
      </Td>
      <AgeCells aged={investor} />
      <Td end card="hidden">
        <MoneyOrDash cents={notDue} />
        {nextOn && (
          <span className="block text-xs text-muted">
            next <Day on={nextOn} />
          </span>
        )}
      </Td>
      <Td wrap card="row" className="text-xs text-muted">
        {nextOn && (
          <span className="block @min-[48.01rem]/main:hidden">
            Next due <Day on={nextOn} />
          </span>
        )}
        {lastPayment ? (
          <>
            <span className="@min-[48.01rem]/main:hidden">Last payment </span>
            <Amount cents={lastPayment.amount} show="when-needed" />,{' '}
            <span className="whitespace-nowrap">
              <Day on={lastPayment.on} />
            </span>
          </>
        ) : (
          'No payment yet'
        )}
      </Td>
      <Td wrap card="row" className="text-xs @min-[48.01rem]/main:min-w-28">
        <Contact investor={investor} today={today} />
      </Td>
    </Tr>
  )
}

function Contact({
  investor: { id, name, lastNote, promise },
  today,
}: {
  investor: InvestorReceivable
  today: CalendarDate
}) {
  return (
    <>
      {lastNote && (
        <p className="line-clamp-2">
          <Day on={lastNote.on} year={false} />: <bdi>{lastNote.note}</bdi>
        </p>
      )}
      {promise && <PromiseLine promise={promise} today={today} />}
      <DialogLink
        to={`${receivablesHome}/${id}/note`}
        className="tall-target block w-fit text-link hover:underline"
        aria-label={`Add contact note about ${name}`}
      >
        Add contact note
      </DialogLink>
    </>
  )
}
