import { useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { Link, useRevalidator } from 'react-router'
import type { ExistingInvestment } from '../../../domain/investments/add-investment.server.ts'
import {
  investmentStatuses,
  investmentStatusLabels,
} from '../../../domain/investments/investment.ts'
import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import type { Oversubscription as Beyond } from '../../../domain/investments/oversubscription.server.ts'
import type { UnitChoice } from '../../../domain/projects/units.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Day } from '../../../ui/day.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'
import { formatAmount, parseAmount } from '../../../values/money.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'
import { investmentsHome } from '../../paths.ts'
import { FurtherTranche } from '../new/further-tranche.tsx'
import { chosenProject } from '../new/new-investment-fields.tsx'
import { NextFollowsPlan } from '../parts/next-follows-plan.tsx'
import { OversubscriptionQuestion } from '../parts/oversubscription-question.tsx'
import { OwnedField } from '../parts/owned-field.tsx'
import { amountText } from '../parts/typed-amount.ts'
import { BothVersions, EditConsequences } from './both-versions.tsx'
import type { EditReply } from './refusal.server.ts'

type Props = {
  loaded: Loaded
  answer: EditReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/**
 * Keeps the opened values across live revalidation; the version detects concurrent edits. After a
 * conflict, Reload restarts the form from the stored values.
 */
export function EditInvestmentForm({ loaded, answer, fetcher }: Props) {
  const [opened, setOpened] = useState(loaded)
  const [times, setTimes] = useState(0)
  const [spent, setSpent] = useState<EditReply>()
  const { revalidate } = useRevalidator()
  const [waits, setWaits] = useState(false)
  const shown = answer === spent ? undefined : answer
  if (waits && loaded !== opened && loaded.investment.version !== opened.investment.version) {
    setWaits(false)
    setOpened(loaded)
    setSpent(answer)
    setTimes(times + 1)
  }
  const reload = () => {
    setWaits(true)
    void revalidate()
  }
  const { reply, existing = null, beyond = null, moved = null } = shown ?? {}
  const values = reply?.values
  const openedVersion = values?.opened ?? JSON.stringify(opened.version)
  return (
    <ActionForm key={times} reply={reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="key" value={values?.key ?? opened.key} />
        <input type="hidden" name="version" value={values?.version ?? opened.investment.version} />
        <input type="hidden" name="opened" value={openedVersion} />
        {moved && <BothVersions moved={moved} onReload={reload} />}
        <FieldGrid>
          <EditFields opened={opened} reply={reply} existing={existing} beyond={beyond} />
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton pendingLabel="Saving investment">Save investment</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

type FieldsProps = {
  opened: Loaded
  reply: FormReply | undefined
  existing: ExistingInvestment | null
  beyond: Beyond | null
}

/** Fields that only some statuses need are always shown without JavaScript. */
function EditFields({ opened, reply, existing, beyond }: FieldsProps) {
  const { investment, today } = opened
  const scripted = useScript()
  const [projectId, setProjectId] = useState(investment.project.id)
  const { figures, status, needs, setStatus, setAmount, setReceived } = useFigures(
    investment,
    reply,
  )
  return (
    <>
      <Parties opened={opened} onProject={setProjectId} />
      {existing && <FurtherTranche {...existing} />}
      <OwnedField
        units={opened.units.filter((unit) => !scripted || unit.projectId === projectId)}
        defaultValue={investment.owned}
      />
      <AmountField
        name="amount"
        label="Amount"
        required
        hint={investment.hasPlan && <ChangedWithPlan id={investment.id} />}
        defaultValue={amountText(investment.amount)}
        onValueChange={setAmount}
      />
      {reply?.errors.amount && investment.hasPlan && (
        <p className="col-span-full text-xs">
          <ChangedWithPlan id={investment.id} />
        </p>
      )}
      {beyond && <OversubscriptionQuestion {...beyond} />}
      <DateField
        name="investedOn"
        label="Investment date"
        required
        defaultValue={investment.investedOn}
        max={today}
      />
      <SelectField
        name="status"
        label="Status"
        span="full"
        defaultValue={investment.status}
        onValueChange={setStatus}
      >
        {investmentStatuses.map((known) => (
          <option key={known} value={known}>
            {investmentStatusLabels[known]}
          </option>
        ))}
      </SelectField>
      {(!scripted || needs.confirmation) && <FullyPaid today={today} />}
      <AmountField
        name="received"
        label="Payment received"
        required
        span="full"
        hint={`The ledger says ${formatAmount(investment.received, 'when-needed')}. A different figure is recorded as an adjustment.`}
        defaultValue={amountText(investment.received)}
        onValueChange={setReceived}
      />
      {(!scripted || needs.reason) && (
        <TextareaField
          name="reason"
          label="Reason for the adjustment"
          required={needs.reason}
          rows={2}
          span="full"
        />
      )}
      <NextPaymentFields investment={investment} isHidden={scripted && !needs.next} />
      <EditConsequences investment={investment} figures={figures} status={status} />
    </>
  )
}

function FullyPaid({ today }: { today: Loaded['today'] }) {
  return (
    <CheckboxField
      name="fullyPaid"
      label={
        <>
          Fully paid on <Day on={today} />
        </>
      }
      hint="What remains is recorded as a payment of that day, with its receipt."
    />
  )
}

/** The amount is that of the plan. */
function ChangedWithPlan({ id }: { id: string }) {
  return (
    <Link to={`${investmentsHome}/${id}/plan`} className="text-link underline underline-offset-2">
      Change the amount with the payment plan
    </Link>
  )
}

type NextProps = { investment: InvestmentInFull; isHidden: boolean }

/** Hidden, not unmounted, so that typed values survive switching. */
function NextPaymentFields({ investment, isHidden }: NextProps) {
  if (investment.hasPlan) return <NextFollowsPlan />
  return (
    <fieldset disabled={isHidden} className={isHidden ? 'hidden' : 'contents'}>
      <DateField
        name="nextPaymentOn"
        label="Next payment date"
        optional
        span="half"
        defaultValue={investment.nextPaymentOn ?? undefined}
      />
      <AmountField
        name="nextPaymentAmount"
        label="Next payment amount"
        optional
        span="half"
        defaultValue={amountText(investment.nextPaymentAmount)}
      />
    </fieldset>
  )
}

function useFigures(investment: InvestmentInFull, reply: FormReply | undefined) {
  const typed = reply?.values
  const [status, setStatus] = useState<string>(typed?.status ?? investment.status)
  const [amount, setAmount] = useState(typed?.amount ?? amountText(investment.amount))
  const [received, setReceived] = useState(typed?.received ?? amountText(investment.received))
  const figures = figuresOf(amount, received)
  const isPaid = figures !== null && figures.received === figures.amount
  const confirmation = status === 'completed' && investment.status !== 'completed' && !isPaid
  const isAdjusted = figures !== null && figures.received !== investment.received
  const reason = isAdjusted || reply?.errors.reason !== undefined
  const next = status !== 'cancelled' && !isPaid && !confirmation
  return {
    figures,
    setStatus,
    setAmount,
    setReceived,
    status: investmentStatuses.find((known) => known === status) ?? investment.status,
    needs: { confirmation, reason, next },
  }
}

function figuresOf(amount: string, received: string) {
  const [known, other] = [parseAmount(amount), parseAmount(received)]
  return known.ok && other.ok ? { amount: known.amount, received: other.amount } : null
}

export type Loaded = {
  investment: InvestmentInFull
  version: Record<string, string>
  today: CalendarDate
  key: string
  projects: Choice[]
  investors: Choice[]
  units: UnitChoice[]
}

/** Editable until there are payments, then fixed. */
type PartiesProps = { opened: Loaded; onProject: (id: string) => void }

function Parties({ opened: { investment, projects, investors }, onProject }: PartiesProps) {
  const { project, investor, hasHistory } = investment
  if (!hasHistory) {
    return (
      <>
        <PartyPicker
          name="projectId"
          label="Project"
          of="project"
          first={projects}
          defaultValue={project.id}
          onText={() => onProject(chosenProject())}
        />
        <PartyPicker
          name="investorId"
          label="Investor"
          of="investor"
          first={investors}
          defaultValue={investor.id}
        />
      </>
    )
  }
  return (
    <div className="col-span-full rounded-control bg-surface-2 px-3.5 py-2.5">
      <input type="hidden" name="projectId" value={project.id} />
      <input type="hidden" name="investorId" value={investor.id} />
      <p className="font-[560] wrap-anywhere">
        <bdi>{project.name}</bdi>, <bdi>{investor.name}</bdi>, <bdi>{investor.email}</bdi>
      </p>
      <p className="text-xs text-muted">
        Project and investor cannot change once there are payments. Cancel this investment and add a
        new one.
      </p>
    </div>
  )
}
