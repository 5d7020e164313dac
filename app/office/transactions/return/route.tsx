import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { z } from 'zod'
import {
  onlyLeft,
  openMinor,
  quotedNumber,
} from '../../../domain/bank-transactions/bank-transaction.ts'
import {
  returnMoney,
  type TransactionDecided,
} from '../../../domain/bank-transactions/decide-transaction.server.ts'
import { outgoingCandidates } from '../../../domain/bank-transactions/outgoing-candidates.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../values/calendar-date.ts'
import type { Currency } from '../../../values/currency.ts'
import { formatCurrency, parseCurrencyAmount } from '../../../values/exchange-rate.ts'
import { optionalId, requiredDay, requiredText } from '../../../values/fields.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { withFutureDay } from '../../parts/future-day.server.ts'
import { NothingOpen } from '../nothing-open.tsx'
import { transactionsHome } from '../paths.ts'
import { refusalWords } from '../refusal-words.ts'
import { requireTransaction } from '../require-transaction.server.ts'
import { TransactionSubtitle } from '../transaction-subtitle.tsx'
import type { Route } from './+types/route.ts'

const ReturnSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  amount: requiredText(40, 'Enter how much was sent back.'),
  returnedOn: requiredDay('Enter the day the money was sent back.'),
  reason: requiredText(500, 'Write why it was sent back.'),
  sentById: optionalId('Choose a line from the list.'),
})

export const loader = ({ params, context }: Route.LoaderArgs) =>
  requireTransaction(context, params.transactionId, async (admin, { id }) => ({
    sent: await outgoingCandidates(admin, id),
    today: clock.today(),
    key: randomUUID(),
  }))

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args
  const { transactionId } = params
  const to = `${transactionsHome}${url.search}`
  return formAction(args, {
    guard: () => requireTransaction(context, transactionId, async () => ({})),
    parse: (form, { transaction }) => parseReturn(form, transaction),
    run: ({ value }) => {
      const input = { transactionId, ...value }
      const proposing = { command: 'return-money' as const, input, key: value.key, to }
      return approvable(context, proposing, (admin) => returnMoney(admin, input))
    },
    refusals: returnRefusals,
    done: () => ({
      to,
      toast: { kind: 'success', title: 'Return recorded' },
    }),
    failed: 'The return was not recorded',
  })
}

function parseReturn(form: FormData, transaction: OpenAmount) {
  const parsed = parseForm(ReturnSchema, form)
  const typed = String(form.get('amount') ?? '')
  const minor: bigint | null = parseCurrencyAmount(typed, transaction.currency)
  if (parsed.ok && minor !== null) {
    const { amount: _, ...value } = parsed.value
    return { ok: true as const, value: { ...value, minor } }
  }
  const reply = parsed.ok ? refuseForm(form, {}) : parsed.reply
  const errors = { ...amountFault(transaction, typed, minor), ...reply.errors }
  return withFutureDay<never>({ ok: false, reply: { ...reply, errors } }, form, 'returnedOn')
}

type OpenAmount = Parameters<typeof openMinor>[0] & { currency: Currency }

/** Named next to the other faults; a form without any is judged by the command. */
function amountFault(
  transaction: OpenAmount,
  typed: string,
  minor: bigint | null,
): Record<string, string> {
  const { currency } = transaction
  if (typed.trim() === '') return {}
  if (minor === null) return { amount: `Enter an amount in ${currency}, such as 2,500.00.` }
  if (minor <= 0n) return { amount: refusalWords({ refused: 'not-positive' }) }
  const open = openMinor(transaction)
  return open > 0n && minor > open ? { amount: onlyLeft(open, currency) } : {}
}

const fields: Partial<Record<string, string>> = {
  'exceeds-transaction': 'amount',
  'not-positive': 'amount',
  'in-the-future': 'returnedOn',
  'before-transaction': 'returnedOn',
  'not-sent': 'sentById',
}

function returnRefusals(
  refused: Exclude<Extract<TransactionDecided, { refused: string }>, { refused: 'not-found' }>,
) {
  const field = fields[refused.refused]
  const sentence = refusalWords(refused)
  return field ? { errors: { [field]: sentence } } : sentence
}

export const meta: Route.MetaFunction = (args) => pageTitle('Money sent back', args)

export default function ReturnMoney({ loaderData, actionData }: Route.ComponentProps) {
  const { transaction, sent, today } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const { currency, valueOn } = transaction
  const open = transaction.exclusion === null ? openMinor(transaction) : 0n
  return (
    <RouteDialog
      title="Money sent back"
      closeTo={transactionsHome}
      subtitle={<TransactionSubtitle transaction={transaction} />}
    >
      {open <= 0n && !answer ? (
        <NothingOpen />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <p className="mb-4 text-sm text-muted">
              Records that money was sent back to the payer. The money itself is sent with M-Pesa or
              the bank.
            </p>
            <FieldGrid>
              <AmountField
                name="amount"
                label="Amount sent back"
                required
                currency={currency}
                defaultValue={formatCurrency(open, currency).replace(`${currency} `, '')}
              />
              <DateField
                name="returnedOn"
                label="Date"
                required
                defaultValue={today}
                min={valueOn}
                max={today}
              />
              {sent.length > 0 && (
                <SelectField name="sentById" label="Line of the statement" optional span="full">
                  <option value="">Not known yet</option>
                  {sent.map((line) => (
                    <option key={line.id} value={line.id}>
                      {`${formatDay(line.valueOn)}, ${formatCurrency(-line.minor, currency)}, ${quotedNumber(line) ?? line.narrative.slice(0, 40)}`}
                    </option>
                  ))}
                </SelectField>
              )}
              <TextField name="reason" label="Reason" required span="full" autoComplete="off" />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel to={transactionsHome} />
            <SubmitButton pendingLabel="Recording">Record return</SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
