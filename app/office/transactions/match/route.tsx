import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { openMinor } from '../../../domain/bank-transactions/bank-transaction.ts'
import { isHeldForOther } from '../../../domain/bank-transactions/described-transaction.ts'
import {
  matchTransaction,
  type TransactionMatched,
} from '../../../domain/bank-transactions/match-transaction.server.ts'
import { rateOn } from '../../../domain/exchange-rates/exchange-rates.server.ts'
import { suggestOpenInvestments } from '../../../domain/investments/suggest-open-investments.server.ts'
import { formAction, type Refusal } from '../../../platform/http/form-action.server.ts'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { investmentChoice } from '../../parts/choice.ts'
import { NothingOpen } from '../nothing-open.tsx'
import { transactionsHome } from '../paths.ts'
import { receiptNames } from '../receipt-names.ts'
import { notOpenNow, refusalWords } from '../refusal-words.ts'
import { requireTransaction } from '../require-transaction.server.ts'
import { TransactionSubtitle } from '../transaction-subtitle.tsx'
import type { Route } from './+types/route.ts'
import { MatchForm } from './match-form.tsx'
import type { MatchReply } from './match-reply.ts'
import { parseMatch } from './match-schema.ts'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  return requireTransaction(context, params.transactionId, async (admin, transaction) => {
    const { currency, valueOn, proposals } = transaction
    const rate = currency === 'USD' ? null : await rateOn(admin, currency, valueOn)
    const suggested = proposals.flatMap((found) =>
      found.kind === 'investment' ? [investmentChoice({ ...found, id: found.investmentId })] : [],
    )
    const wanted = url.searchParams.get('investment') ?? ''
    const named = isId(wanted) ? await suggestOpenInvestments(admin, wanted) : []
    const likely = [...named.map(investmentChoice), ...suggested]
    const others = (await suggestOpenInvestments(admin, '')).map(investmentChoice)
    const choices = [...likely, ...others].filter(
      ({ id }, place, all) => all.findIndex((choice) => choice.id === id) === place,
    )
    const [first] = proposals
    const isOthers = first?.kind === 'investment' && isHeldForOther(transaction, first)
    const chosen = (isOthers ? named[0] : likely[0])?.id ?? null
    return { rate: rate?.rate ?? null, choices, chosen, key: randomUUID() }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args
  const to = `${transactionsHome}${url.search}`
  return formAction(args, {
    guard: () => requireTransaction(context, params.transactionId, async () => ({})),
    parse: (form, { transaction }) =>
      parseMatch(form, { currency: transaction.currency, open: openMinor(transaction) }),
    run: ({ value }) => {
      const input = { ...value, transactionId: params.transactionId }
      const proposing = { command: 'match-transaction' as const, input, key: value.key, to }
      return approvable(context, proposing, (admin) => matchTransaction(admin, input))
    },
    refusals: matchRefusal,
    done: ({ receipts, isRestHeld }) => ({
      to,
      toast: {
        kind: 'success',
        title: 'Transaction matched',
        text: `Credited with ${receiptNames(receipts)}.${isRestHeld ? ' The rest is held for the investor.' : ''}`,
      },
    }),
    failed: 'The transaction was not matched',
  })
}

type Refused = Exclude<Extract<TransactionMatched, { refused: string }>, { refused: 'not-found' }>
/** Put next to the part that was refused. */
function matchRefusal(refused: Refused, form: FormData): Refusal {
  const sentence = refusalWords(refused)
  if (refused.refused === 'exceeds-transaction') return { errors: { [lastAmount(form)]: sentence } }
  if (!('investmentId' in refused)) return sentence
  const place = placeOf(form, refused.investmentId)
  if (refused.refused === 'same-reference')
    return {
      errors: { repeats: 'Tick this only if it is another payment with the same number.' },
      message: sentence,
      facts: { same: refused.same },
    }
  const field = refused.refused === 'exceeds-remaining' ? 'amount' : 'investmentId'
  return { errors: { [`${field}${place}`]: sentence } }
}

const lastAmount = (form: FormData): string =>
  [...form].findLast(([name, value]) => name.startsWith('amount') && value !== '')?.[0] ?? 'amount1'

function placeOf(form: FormData, investmentId: string): string {
  const found = [...form].find(
    ([name, value]) => name.startsWith('investmentId') && value === investmentId,
  )
  return found?.[0].replace('investmentId', '') ?? '1'
}

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Match by hand', args)

export default function MatchByHand({ loaderData, actionData }: Route.ComponentProps) {
  const { transaction, rate, choices, chosen } = loaderData
  const { answer, fetcher } = useAnswer<MatchReply>(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const isOpen = transaction.exclusion === null && openMinor(transaction) > 0n
  return (
    <RouteDialog
      title="Match by hand"
      closeTo={transactionsHome}
      subtitle={<TransactionSubtitle transaction={transaction} />}
    >
      {isOpen || answer ? (
        <MatchForm
          transaction={transaction}
          rate={rate}
          choices={choices}
          chosen={chosen}
          formKey={key}
          reply={answer?.reply}
          same={answer?.same ?? null}
          fetcher={fetcher}
        />
      ) : (
        <NothingOpen>
          {transaction.minor < 0n ? refusalWords({ refused: 'money-out' }) : notOpenNow}
        </NothingOpen>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
