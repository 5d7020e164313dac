import { agreePlan, type Insert } from './rows-of-a-plan.ts'
import { askToInvest } from './rows-of-a-request.ts'
import { prove, replaceFile } from './rows-of-files.ts'

type Whose = { investorId: string; userId: string }

/**
 * One row in every table that can belong to an investor: an investment in this unpublished project with a payment,
 * receipt, distribution, document and notification.
 */
export async function insertOneOfEverything(
  insert: Insert,
  { investorId, userId }: Whose,
  projectId: string,
  projectName: string,
): Promise<void> {
  await insert('insert into app.former_slug values ($1, $2)', `was-${projectId}`, projectId)
  await insert('insert into app.dismissed_offer values ($1, $2)', investorId, projectId)
  await insert(`insert into app.director (name, role, place) values ('Halima', 'Director', 1)`)
  await insert(
    `insert into app.legal_text (kind, version, body)
     select kind, (select count(*) + 1 from app.legal_text t where t.kind = k.kind), 'Text'
     from (values ('terms'), ('privacy')) k (kind) returning id`,
  )
  await comeToThePortal(insert, investorId)
  const payment = await invest(insert, investorId, { projectId, projectName })
  await takePayments(insert, investorId, payment)
  await shareDocument(insert, investorId)
  await showProject(insert, projectId, investorId)
  await prove(insert, projectId, investorId)
  await notify(insert, investorId)
  await insert(`insert into app.outbox (template, user_id) values ('receipt', $1)`, userId)
  await insert(
    `insert into app.event (kind, payload, actor) values ('payment.recorded', '{}', 'command')`,
  )
  await insert(
    `insert into app.command_key (actor_id, command, key, input_hash) values ($1, 'record-payment', $2, 'x')`,
    userId,
    investorId,
  )
  await leaveAnInquiry(insert, projectId, investorId)
  await askToInvest(insert, investorId)
  await agreePlan(insert, payment, projectId)
  await insertStatements(insert, investorId)
  const proposal = await insert(
    `insert into app.proposal (command, key, input, title, proposed_by)
     values ('record-payment', gen_random_uuid(), '{}', 'A payment', $1) returning id`,
    userId,
  )
  await insert(`insert into app.proposal_line (proposal_id, act) values ($1, 'payment')`, proposal)
  await insert(
    `insert into app.two_person_act (act, done_by, by_one_person) values ('payment', $1, true)`,
    userId,
  )
  await insert(
    `insert into app.receipt_counter select min(free), 1 from generate_series(2000, 2199) free
     where free not in (select year from app.receipt_counter)`,
  )
}

/** An account that takes payments, a company rate of its currency, and a statement with the payment and a refused one. */
async function takePayments(insert: Insert, investorId: string, paymentId: string) {
  const newAccount = (currency: string) =>
    insert(
      `insert into app.payment_account (kind, name, number, currency)
     values ('paybill', 'M-Pesa', '600' || (select count(*) from app.payment_account), $1) returning id`,
      currency,
    )
  await newAccount('KES')
  await uploadStatement(insert, await newAccount('USD'), paymentId)
  await insert(
    `insert into app.payment_proof (investment_id, message, code, minor, currency, paid_on)
     select investment_id, 'Confirmed', 'UC1ABCDEFG', 100, 'KES', '2026-03-01' from app.ledger_entry where id = $1`,
    paymentId,
  )
  await insert(
    `insert into app.known_payer (investor_id, payer_name) values ($1, 'Somebody else')`,
    investorId,
  )
  await insert(
    `insert into app.exchange_rate (currency, rate, dated_on, source)
     values ('KES', 129.24, '2026-02-01', 'company') returning id`,
  )
}

async function uploadStatement(insert: Insert, accountId: string, paymentId: string) {
  await insert(
    `insert into app.statement_draft (payment_account_id, name, content) values ($1, 'next.csv', 'x')`,
    accountId,
  )
  const file = await insert(
    `insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, lines, new_lines)
     values ($1, 'statement.csv', repeat('a', 64), 'equity', '2026-03-01', '2026-03-02', 1, 1) returning id`,
    accountId,
  )
  await insert(
    `insert into app.withdrawn_statement (id, payment_account_id, name, sha256, profile, from_on, to_on, lines, uploaded_at,
       transactions, reason)
     values (gen_random_uuid(), $1, 'wrong.csv', repeat('b', 64), 'equity', '2026-03-01', '2026-03-02', 0, now(), '[]',
       'Of another account')`,
    accountId,
  )
  const transaction = await insert(
    `insert into app.bank_transaction (payment_account_id, statement_file_id, line_number, provider_number, leg,
       occurred_at, value_on, minor, currency, narrative, raw)
     values ($1, $2, 1, 'UC1ABCDEFG', 'payment', '2026-03-01T09:00Z', '2026-03-01',
       (select amount_cents from app.ledger_entry where id = $3), 'USD', 'Payment', 'Payment') returning id`,
    accountId,
    file,
    paymentId,
  )
  await insert('insert into app.bank_transaction_sighting values ($1, $2, 2)', transaction, file)
  await insert(
    `insert into app.bank_transaction_decision (bank_transaction_id, kind, exclusion, reason)
     values ($1, 'excluded', 'other', 'Not ours')`,
    transaction,
  )
  await insert(
    `insert into app.bank_transaction_decision (bank_transaction_id, kind, reason) values ($1, 'reopened', 'It is ours')`,
    transaction,
  )
  await insert(
    `insert into app.allocation (bank_transaction_id, ledger_entry_id, minor, recorded_entry)
     select $1, id, amount_cents, false from app.ledger_entry where id = $2`,
    transaction,
    paymentId,
  )
}

/** An investment with an amendment, a payment with its receipt, and a voided distribution; gives the payment's id. */
async function invest(
  insert: Insert,
  investorId: string,
  { projectId, projectName }: { projectId: string; projectName: string },
) {
  const investment = await insert(
    `insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
     values ($1, $2, 100000, '2026-02-01', 'active') returning id`,
    investorId,
    projectId,
  )
  await insert(`insert into app.agreed_payment values ($1, '2026-05-01', null, null)`, investment)
  await insert(
    `insert into app.amendment (investment_id, investor_id, kind, former_amount_cents, amount_cents, amended_at)
     values ($1, $2, 'amount', 90000, 100000, now())`,
    investment,
    investorId,
  )
  const entry = await insert(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
     values ($1, 'payment', 10000, '2026-03-01') returning id`,
    investment,
  )
  await insert(
    `insert into app.receipt (entry_id, investor_id, year, sequence, amount_cents, agreed_cents, received_cents, received_on,
       investor_name, project_name)
     values ($1, $2, 2026, (select count(*) + 1 from app.receipt), 10000, 100000, 10000, '2026-03-01', 'Somebody', $3)`,
    entry,
    investorId,
    projectName,
  )
  const distribution = await insert(
    `with made as (
       insert into app.distribution (project_id, total_cents, dated_on) values ($1, 5000, '2026-04-01') returning id)
     insert into app.distribution_share select made.id, $2, 5000 from made returning distribution_id as id`,
    projectId,
    investment,
  )
  await insert(
    `with made as (insert into app.distribution_sending (distribution_id, sent_on, method, total_cents)
       values ($1, '2026-04-02', 'cash', 5000) returning id)
     insert into app.sent_share select $1, $2, made.id from made returning sending_id as id`,
    distribution,
    investment,
  )
  const voiding = `insert into app.distribution_void (distribution_id, reason) values ($1, 'Booked twice')`
  await insert(voiding, distribution)
  return entry
}

async function shareDocument(insert: Insert, investorId: string) {
  const file = await insert(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'statement.pdf', 'application/pdf', 3, repeat('0', 64)) returning id`,
    `00/${investorId.replaceAll('-', '')}00000000`,
  )
  await insert(
    `insert into app.document (title, document_type, investor_id, file_id) values ('Statement', 'tax', $1, $2)
     returning id`,
    investorId,
    file,
  )
  await replaceFile(insert, file, investorId)
}

async function notify(insert: Insert, investorId: string) {
  const notification = await insert(
    `insert into app.notification (title, message, notification_type, audience, investor_id)
     values ('Hello', 'There', 'general', 'investor', $1) returning id`,
    investorId,
  )
  await insert(
    'insert into app.notification_recipient values ($1, $2, now(), null)',
    notification,
    investorId,
  )
}

async function comeToThePortal(insert: Insert, investorId: string) {
  await insert('insert into app.portal_visit values ($1, now())', investorId)
  await insert('insert into app.mail_choice values ($1, true, true)', investorId)
}

/** A statement of the quarter of the payment, and a code that someone guessed. */
async function insertStatements(insert: Insert, investorId: string) {
  const stated = `select statement_id as id from app.issue_statement($1, '2026-01-01', '2026-03-31', null, '2026-04-01')`
  await insert(stated, investorId)
  await insert(
    'insert into app.unknown_code (client_hash, tried_at) values ($1, now())',
    investorId,
  )
}

async function showProject(insert: Insert, projectId: string, investorId: string) {
  const pictureNamed = async (name: string) => {
    const id = await insert(
      `insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id`,
    )
    await insert(
      `insert into app.picture_file values ($1, 10, 'webp', $2, 100)`,
      id,
      `${name}-${investorId}`,
    )
    return id
  }
  const picture = await pictureNamed('picture')
  await insert(`insert into app.project_picture values ($1, $2, 1, 'A house')`, projectId, picture)
  const update = await insert(
    `insert into app.project_update (project_id, dated_on, progress_percent, body)
     values ($1, '2026-03-01', 40, 'The roof is on.') returning id`,
    projectId,
  )
  await insert(
    `insert into app.project_update_picture (update_id, picture_id, alt) values ($1, $2, 'A roof')`,
    update,
    await pictureNamed('update'),
  )
}

async function leaveAnInquiry(insert: Insert, projectId: string, investorId: string) {
  const inquiry = await insert(
    `insert into app.inquiry (source, name, email, message, project_id, investor_id, status)
     values ('contact', 'Somebody', 'somebody@example.com', 'Hello', $1, $2, 'converted') returning id`,
    projectId,
    investorId,
  )
  await insert(
    `insert into app.inquiry_note (inquiry_id, body) values ($1, 'Called back')`,
    inquiry,
  )
  await insert(
    `insert into app.expression_of_interest (id, project_id, amount_cents, name, email, understood_at, code_sent_at)
     values (gen_random_uuid(), $1, 1000000, 'Somebody', 'somebody@example.com', now(), now())`,
    projectId,
  )
  await insert(
    `insert into app.waiting_list_entry (id, project_id, email)
     values (gen_random_uuid(), $1, 'somebody@example.com')`,
    projectId,
  )
  await insert('insert into app.inquiry_acknowledgement values ($1, $2)', investorId, '2026-03-01')
  await insert(
    'insert into app.inquiry_post (client_hash, weight, posted_at) values ($1, 1, now())',
    investorId,
  )
}
