import { randomUUID } from 'node:crypto'
import type { Parts } from './access-requests.ts'

/** Changes rows as the command line would, and gives the ids that it returns. */
export type Change = (statement: string, values?: unknown[]) => Promise<{ rows: { id: string }[] }>
type Whose = {
  investorId: string
  userId: string
  pendingId: string
  documentId: string
  projectId: string
}
type Kept = { key: string; byteSize: number | bigint; sha256: string }

/** Gives a document a newer file, so that it has an earlier one, and a picture of its first page; only its investor's as well. */
export async function giveEarlierFile(
  change: Change,
  documentId: string,
  newer: Kept,
  drawn: Kept,
): Promise<void> {
  await change(
    'insert into app.earlier_file select id, 1, file_id, null, now() from app.document where id = $1',
    [documentId],
  )
  await change(
    `with kept as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($2, 'after.pdf', 'application/pdf', $3, $4) returning id)
     update app.document set file_id = kept.id, file_number = 2 from kept where document.id = $1`,
    [documentId, newer.key, newer.byteSize, newer.sha256],
  )
  await change(
    `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
     select file_id, $2, $3, $4, 10, 10 from app.document where id = $1
     on conflict (file_id) do nothing`,
    [documentId, drawn.key, drawn.byteSize, drawn.sha256],
  )
}

/** Gives the id that a statement returns or finds. */
const idsBy =
  (change: Change) =>
  async (statement: string, ...values: unknown[]) =>
    (await change(statement, values)).rows[0]?.id ?? ''

/** A project with a picture, with an update that has one, with a milestone and with a unit. */
async function givePictures(change: Change, projectId: string, pictureKey: string) {
  const idOf = idsBy(change)
  const aPicture = () =>
    idOf(
      "insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id",
    )
  const pictureId = await aPicture()
  await change("insert into app.picture_file values ($1, 10, 'webp', $2, 23)", [
    pictureId,
    pictureKey,
  ])
  await change("insert into app.project_picture values ($1, $2, 1, 'A house')", [
    projectId,
    pictureId,
  ])
  const updateId = await idOf(
    "insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, '2026-03-01', 40, 'Roof') returning id",
    projectId,
  )
  const sketchId = await aPicture()
  await change(
    "insert into app.project_update_picture (update_id, picture_id, alt) values ($1, $2, 'A roof')",
    [updateId, sketchId],
  )
  const milestoneId = await idOf(
    "insert into app.milestone (project_id, position, name) values ($1, 1, 'Roof') returning id",
    projectId,
  )
  const unitId = await idOf(
    "insert into app.project_unit (project_id, name) values ($1, 'Apartment A-1') returning id",
    projectId,
  )
  return { pictureId, updateId, sketchId, milestoneId, unitId }
}

const kcbStatement = [
  'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number',
  '02/03/2026,02/03/2026,Balance brought forward,,,0.00,',
  '02/03/2026,02/03/2026,RTGS ADA NOOR,,5.00,5.00,FT1',
].join('\n')

/** A file that waits to be confirmed, and an uploaded statement. */
async function statementsOf(change: Change) {
  const idOf = idsBy(change)
  return {
    draftId: await idOf(
      `insert into app.statement_draft (payment_account_id, name, content)
       select id, 'kcb.csv', convert_to($1, 'UTF8') from app.payment_account where closed_at is null limit 1 returning id`,
      kcbStatement,
    ),
    statementFileId: await idOf(
      `insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, lines, new_lines)
       select id, 'march.csv', encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 'kcb', '2026-03-01', '2026-03-02', 0, 0
       from app.payment_account limit 1 returning id`,
    ),
  }
}

const aProposal = `with added as (
    insert into app.proposal (command, key, input, title, proposed_by)
    values ('record-exchange-rate', gen_random_uuid(),
      '{"currency":"KES","rate":"129.24","datedOn":"2026-03-01","source":"company","confirmed":false}',
      'Exchange rate', $1) returning id),
  line as (insert into app.proposal_line (proposal_id, act) select id, 'rate' from added)
  select id from added`

/** A public item of the published project, with the file of the document. */
async function publicItem(
  idOf: ReturnType<typeof idsBy>,
  { projectId, documentId }: Pick<Whose, 'projectId' | 'documentId'>,
): Promise<string> {
  const itemId = await idOf(
    "insert into app.verification_item (project_id, kind, audience) values ($1, 'nca', 'public') returning id",
    projectId,
  )
  await idOf(
    `with kept as (insert into app.verification_file (item_id, number, file_id)
       select $1, 1, file_id from app.document where id = $2 returning file_id)
     select file_id as id from kept`,
    itemId,
    documentId,
  )
  return idOf(
    `update app.verification_item set file_number = 1, file_id = (select file_id from app.document where id = $2)
     where id = $1 returning id`,
    itemId,
    documentId,
  )
}

async function publicRowsOf(change: Change, projectId: string) {
  const idOf = idsBy(change)
  return {
    interestId: await idOf(
      `insert into app.expression_of_interest (id, project_id, amount_cents, name, email, understood_at, code_sent_at)
       values (gen_random_uuid(), $1, 1000000, 'Somebody', 'somebody@example.com', now(), now()) returning id`,
      projectId,
    ),
    waitingId: await idOf(
      `insert into app.waiting_list_entry (id, project_id, email)
       values (gen_random_uuid(), $1, 'somebody@example.com') returning id`,
      projectId,
    ),
    directorId: await idOf('select id from app.director limit 1'),
    kind: 'terms',
  }
}

/**
 * What the addresses of the matrix name: rows of one investor who has one of everything, and of a published project that
 * is given pictures here. `pictureKey` is where the bytes of its picture lie.
 */
export async function partsOf(change: Change, whose: Whose, pictureKey: string): Promise<Parts> {
  const { investorId, userId, projectId } = whose
  const idOf = idsBy(change)
  return {
    ...whose,
    slug: await idOf('select slug as id from app.project where id = $1', projectId),
    ...(await givePictures(change, projectId, pictureKey)),
    heldProjectId: await idOf(
      'select project_id as id from app.investment where investor_id = $1',
      investorId,
    ),
    file: '10.webp',
    role: 'admin',
    passkeyId: randomUUID(),
    token: randomUUID(),
    investmentId: await idOf('select id from app.investment where investor_id = $1', investorId),
    templateId: await idOf(
      'select t.id from app.plan_template t join app.investment i on i.project_id = t.project_id where i.investor_id = $1',
      investorId,
    ),
    entryId: await idOf(
      'select e.id from app.ledger_entry e join app.investment i on i.id = e.investment_id where i.investor_id = $1',
      investorId,
    ),
    distributionId: await idOf(
      `select s.distribution_id as id from app.distribution_share s
       join app.investment i on i.id = s.investment_id where i.investor_id = $1`,
      investorId,
    ),
    notificationId: await idOf(
      'select id from app.notification where investor_id = $1',
      investorId,
    ),
    proposalId: await idOf(aProposal, userId),
    requestId: await idOf(
      'select id from app.investment_request where investor_id = $1',
      investorId,
    ),
    inquiryId: await idOf('select id from app.inquiry where investor_id = $1', investorId),
    mailId: await idOf('select id from app.outbox where user_id = $1', userId),
    code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ',
    statementId: await idOf('select id from app.statement where investor_id = $1', investorId),
    receiptNumber: await idOf(
      'select number as id from app.receipt where investor_id = $1',
      investorId,
    ),
    proofId: await idOf(
      'update app.payment_proof set file_id = (select file_id from app.document where id = $1) returning id',
      whose.documentId,
    ),
    transactionId: await idOf('select id from app.bank_transaction limit 1'),
    accountId: await idOf('select id from app.payment_account limit 1'),
    ...(await publicRowsOf(change, projectId)),
    ...(await statementsOf(change)),
    list: 'investors',
    importId: await idOf(
      `insert into app.import_file (list, name, sha256, content)
       values ('investors', 'people.csv', encode(sha256(gen_random_uuid()::text::bytea), 'hex'),
         E'Full name,Email\\nAda Noor,ada@example.com') returning id`,
    ),
    itemId: await publicItem(idOf, whose),
    id: whose.documentId,
    number: '1',
  }
}
