import { clock } from '../../platform/clock.server.ts'
import type {
  Actor,
  AdminActor,
  InvestorReader,
  WorkerActor,
} from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { PaymentAccountNews } from '../../values/event.ts'
import type { OpenPaymentAccount, PaymentAccount } from '../../values/payment-account.ts'
import type { PaymentAccountInput } from './payment-account-schema.ts'

/** All payment accounts, open ones first, then in the order they were added. */
export async function listPaymentAccounts(admin: AdminActor): Promise<PaymentAccount[]> {
  return admin.tx
    .selectFrom('payment_account')
    .select(['id', 'kind', 'name', 'number', 'currency', 'version'])
    .select(['how_to_pay as howToPay', 'reference_pattern as referencePattern'])
    .select(['details_changed_at as detailsChangedAt', 'closed_at as closedAt'])
    .select(['account_code as accountCode', 'statement_profile as statementProfile'])
    .orderBy('closed_at', (order) => order.asc().nullsFirst())
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The accounts that take payments, in the order they were added. */
export async function listOpenPaymentAccounts(
  reader: InvestorReader | AdminActor | WorkerActor,
): Promise<OpenPaymentAccount[]> {
  return reader.tx
    .selectFrom('payment_account')
    .select(['id', 'kind', 'name', 'number', 'currency'])
    .select(['how_to_pay as howToPay', 'reference_pattern as referencePattern'])
    .select('details_changed_at as detailsChangedAt')
    .where('closed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The account, or why nothing was changed. `same` is the name of the open account with this number. */
export type PaymentAccountSaved =
  | { accountId: string; news: PaymentAccountNews | null }
  | { refused: 'not-found' | 'version-conflict' }
  | { refused: 'same-number'; same: string }

/**
 * Adds an account that investors may pay into. Refused when an open account has this number and currency. Publishes
 * payment-accounts.changed; the database logs the details.
 */
export async function addPaymentAccount(
  admin: AdminActor,
  input: PaymentAccountInput,
): Promise<PaymentAccountSaved> {
  const same = await openAccountWithNumber(admin, input)
  if (same) return { refused: 'same-number', same: same.name }
  const { id: accountId } = await admin.tx
    .insertInto('payment_account')
    .values(columnsOf(input, null))
    .returning('id')
    .executeTakeFirstOrThrow()
  const news = input.closed ? null : ('opened' as const)
  await publish(admin, { kind: 'payment-accounts.changed', accountId, news })
  return { accountId, news }
}

/**
 * Changes, closes or reopens an account. Refused when `version` is outdated, or when another open account has this
 * number and currency. Publishes payment-accounts.changed, with what investors are told.
 */
export async function changePaymentAccount(
  admin: AdminActor,
  accountId: string,
  input: PaymentAccountInput,
): Promise<PaymentAccountSaved> {
  const now = await admin.tx
    .selectFrom('payment_account')
    .select(['version', 'closed_at', 'kind', 'name', 'number', 'currency', 'reference_pattern'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!now) return { refused: 'not-found' }
  if (now.version !== input.version) return { refused: 'version-conflict' }
  const same = input.closed ? null : await openAccountWithNumber(admin, input)
  if (same && same.id !== accountId) return { refused: 'same-number', same: same.name }
  await admin.tx
    .updateTable('payment_account')
    .set(columnsOf(input, now.closed_at))
    .where('id', '=', accountId)
    .execute()
  const news = newsOf(now, input)
  await publish(admin, { kind: 'payment-accounts.changed', accountId, news })
  return { accountId, news }
}

type Details = {
  kind: string
  name: string
  number: string
  currency: string
  reference_pattern: string | null
  closed_at: Date | null
}

/** Only what decides where money goes is news; the text of how to pay is not. */
function newsOf(was: Details, is: PaymentAccountInput): PaymentAccountNews | null {
  if (is.closed) return was.closed_at ? null : 'closed'
  if (was.closed_at) return 'opened'
  const isSame =
    was.kind === is.kind &&
    was.name === is.name &&
    was.number === is.number &&
    was.currency === is.currency &&
    was.reference_pattern === is.referencePattern
  return isSame ? null : 'changed'
}

/** What a notification says of an account. */
export type PaymentAccountNotice = Pick<OpenPaymentAccount, 'kind' | 'name'>

/** An account for notifications; null for an unknown id. For reactions. */
export async function findPaymentAccountForNotice(
  actor: Actor,
  accountId: string,
): Promise<PaymentAccountNotice | null> {
  const account = await actor.tx
    .selectFrom('payment_account')
    .select(['kind', 'name'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account ?? null
}

/** Closing keeps the day of the first time. */
function columnsOf(input: PaymentAccountInput, closedAt: Date | null) {
  const { kind, name, number, currency, howToPay, referencePattern } = input
  return {
    kind,
    name,
    number,
    currency,
    how_to_pay: howToPay,
    reference_pattern: referencePattern,
    account_code: input.accountCode,
    closed_at: input.closed ? (closedAt ?? clock.now()) : null,
  }
}

/** Concurrent changes of accounts with one number are serialised by the unique index; this names the account. */
async function openAccountWithNumber(
  { tx }: AdminActor,
  { number, currency }: Pick<PaymentAccountInput, 'number' | 'currency'>,
) {
  const account = await tx
    .selectFrom('payment_account')
    .select(['id', 'name'])
    .where('number', '=', number)
    .where('currency', '=', currency)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return account ?? null
}
