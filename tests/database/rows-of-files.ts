import type { Insert } from './rows-of-a-plan.ts'

/** An item for the project's investors, with a file and a day on which visitors downloaded it. */
export async function prove(insert: Insert, projectId: string, investorId: string) {
  const file = await insert(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'deed.pdf', 'application/pdf', 3, repeat('0', 64)) returning id`,
    `deed-${investorId}`,
  )
  const itemId = await insert(
    `insert into app.verification_item (project_id, kind, audience) values ($1, 'title-deed', 'investors') returning id`,
    projectId,
  )
  await insert(
    'insert into app.verification_file (item_id, number, file_id) values ($1, 1, $2)',
    itemId,
    file,
  )
  await insert(
    'update app.verification_item set file_number = 1, file_id = $2 where id = $1',
    itemId,
    file,
  )
  await insert(
    `insert into app.verification_download (item_id, day, downloads) values ($1, '2026-03-01', 2)`,
    itemId,
  )
}

/** The document's file has a picture, and another took its place before. */
export async function replaceFile(insert: Insert, file: string, investorId: string) {
  await insert(
    `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
     values ($1, $2, 3, repeat('0', 64), 10, 10)`,
    file,
    `preview-${investorId}`,
  )
  const first = await insert(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'first.pdf', 'application/pdf', 3, repeat('0', 64)) returning id`,
    `first-${investorId}`,
  )
  await insert(
    'insert into app.earlier_file select id, 1, $2, null, uploaded_at from app.document where file_id = $1',
    file,
    first,
  )
}
