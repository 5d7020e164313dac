import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findDistribution } from '../../../../domain/distributions/distributions.server.ts'
import {
  type DistributionSent,
  sendDistribution,
  type UnsentShare,
  unsentShares,
} from '../../../../domain/distributions/send-distribution.server.ts'
import {
  paymentMethodLabels,
  paymentMethods,
} from '../../../../domain/investments/payment-methods.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction, type Refusals } from '../../../../platform/http/form-action.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Day } from '../../../../ui/day.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../../values/calendar-date.ts'
import { counted } from '../../../../values/counted.ts'
import { formatPaid, type PaidInCurrency, sumPaidMinor } from '../../../../values/exchange-rate.ts'
import { isId } from '../../../../values/id.ts'
import { type Cents, cents, sum } from '../../../../values/money.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import type { Route } from './+types/route.ts'
import { LeftByEmail, LeftUnsent } from './left-unsent.tsx'
import { parseSending } from './parse-sending.ts'

async function requireUnsent(context: Context, id: string) {
  const found = await adminQuery(context, async (admin) => {
    const distribution = isId(id) ? await findDistribution(admin, id) : null
    return distribution && { distribution, unsent: await unsentShares(admin, id) }
  })
  if (!found) throw notFound()
  return found
}

/** More shares are left out by the emails of their investors. */
const mostListed = 200

export async function loader({ params, context }: Route.LoaderArgs) {
  const { distribution, unsent } = await requireUnsent(context, params.distributionId)
  const all = sumOf(unsent)
  const listed = unsent.length > mostListed ? null : unsent
  return { distribution, all, listed, today: clock.today(), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { distributionId } = params
  const to = `/admin-dashboard/distributions/${distributionId}`
  return formAction(args, {
    guard: () => requireUnsent(context, distributionId),
    parse: (form, { unsent }) => parseSending(form, unsent),
    run: ({ value }) => {
      const input = { ...value, distributionId }
      const proposing = { command: 'send-distribution' as const, input, key: value.key, to }
      return approvable(context, proposing, (admin) => sendDistribution(admin, input))
    },
    refusals,
    done: ({ amount, paidMinor, shares, left }, { subject }) => ({
      to,
      toast: {
        title: 'Distribution sent',
        text: `${moneyOf({ amount: cents(BigInt(amount)), minor: paidMinor ? BigInt(paidMinor) : null }, subject.distribution.paid)} to ${counted(shares, 'investment')}.${left > 0 ? ` ${counted(left, 'share')} not sent yet.` : ''}`,
        kind: 'success',
      },
    }),
    failed: 'Error sending distribution',
  })
}

const refusals: Refusals<DistributionSent> = {
  voided: 'This distribution was voided.',
  'all-sent': 'All shares have already been sent.',
  'none-chosen': { errors: { left: 'Leave out fewer: at least one share must be sent.' } },
  'sent-since':
    'Some shares were sent since you opened this. Nothing was recorded. Reload the page to see what is left.',
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
  'in-the-future': ({ today }) => ({
    errors: { sentOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
  }),
  'before-record-date': ({ datedOn }) => ({
    errors: { sentOn: `The record date is ${formatDay(datedOn)}. Choose that day or later.` },
  }),
}

export const meta: Route.MetaFunction = (args) => pageTitle('Send Distribution', args)

export default function SendDistribution({ loaderData, actionData }: Route.ComponentProps) {
  const { distribution, all, listed, today } = loaderData
  const { project, datedOn, voidedBecause, paid } = distribution
  const { answer, fetcher } = useAnswer(actionData)
  const values = answer?.reply.values
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(values?.key ?? loaderData.key)
  const [left, setLeft] = useState(() => values?.left?.split('\n').filter(Boolean) ?? [])
  const stays = new Set(left)
  const goes = listed && sumOf(listed.filter(({ investmentId }) => !stays.has(investmentId)))
  const isOver = voidedBecause !== null || all.count === 0
  const subtitle = (
    <>
      <bdi>{project}</bdi>, <Day on={datedOn} />
    </>
  )
  return (
    <RouteDialog title="Send Distribution" subtitle={subtitle}>
      {isOver && !answer ? (
        <NothingToSend isVoided={voidedBecause !== null} />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="seen" value={values?.seen ?? all.count} />
            <FieldGrid>
              <DateField
                name="sentOn"
                label="Date sent"
                required
                defaultValue={today}
                min={datedOn}
                max={today}
              />
              <SelectField name="method" label="Method" span="half">
                {paymentMethods.map((method) => (
                  <option key={method} value={method}>
                    {paymentMethodLabels[method]}
                  </option>
                ))}
              </SelectField>
              <TextField
                name="reference"
                label="Reference"
                optional
                span="half"
                autoComplete="off"
              />
              {listed ? (
                <LeftUnsent
                  unsent={listed}
                  currency={paid?.currency ?? null}
                  left={left}
                  onChange={setLeft}
                />
              ) : (
                <LeftByEmail />
              )}
              <Effects goes={goes ?? all} isMost={goes === null} all={all} paid={paid} />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton pendingLabel="Recording">
              {goes ? `Mark ${moneyOf(goes, paid)} as sent` : 'Mark as sent'}
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function NothingToSend({ isVoided }: { isVoided: boolean }) {
  return (
    <>
      <DialogBody>
        <p>{isVoided ? 'This distribution was voided.' : 'All shares have already been sent.'}</p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}

/** `minor` is what moves in the currency of the distribution, in hundredths; null in dollars. */
type Shares = { count: number; amount: Cents; minor: bigint | null }

const moneyOf = (
  { amount, minor }: Omit<Shares, 'count'>,
  paid: Pick<PaidInCurrency, 'currency'> | null,
) => formatPaid(amount, minor !== null && paid ? { minor, currency: paid.currency } : null)

const sumOf = (shares: UnsentShare[]): Shares => ({
  count: shares.length,
  amount: sum(shares.map(({ amount }) => amount)),
  minor: sumPaidMinor(shares),
})

type EffectsProps = { goes: Shares; isMost: boolean; all: Shares; paid: PaidInCurrency | null }

/** `isMost` where some may still be left out by email. */
function Effects({ goes, isMost, all, paid }: EffectsProps) {
  const stays = all.count - goes.count
  return (
    <Consequences>
      {paid && (
        <Consequence of="Money sent">
          {isMost && 'at most '}
          <span className="num font-[580]">{moneyOf(goes, paid)}</span>
        </Consequence>
      )}
      <Consequence of="Returns received">
        grow by {isMost && 'at most '}
        <Amount cents={goes.amount} show="when-needed" className="font-[580]" /> in all
      </Consequence>
      <Consequence of="Shares">
        {isMost && 'at most '}
        {counted(goes.count, 'share')} sent
        {stays > 0 && `, ${stays} not sent yet`}
      </Consequence>
      <Consequence of="Their investors">are notified, each with their own amount</Consequence>
      <Consequence of="Afterwards">
        it cannot be edited; the whole distribution can be voided with a reason
      </Consequence>
    </Consequences>
  )
}
