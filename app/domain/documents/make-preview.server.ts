import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { encodePreview } from '../../platform/files/images.server.ts'
import { enqueue, unfinishedJobs } from '../../platform/jobs/jobs.server.ts'
import { drawableTypes } from './document-file.ts'

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/** Renders and stores a preview, or that there is none, outside any transaction. Publishes document.drawn. */
export async function makePreview(fileId: string, workerCommand: WorkerCommand): Promise<void> {
  const file = await workerCommand((worker) =>
    undrawn(worker).where('stored_file.id', '=', fileId).executeTakeFirst(),
  )
  if (!file) return
  const preview = await encodePreview(file.storage_key, file.media_type)
  const isThere = await workerCommand(async (worker) => {
    const { rows } = await sql<{ file_id: string }>`
      insert into file_preview (file_id, storage_key, byte_size, sha256, width, height)
      select id, ${preview?.key ?? null}::text, ${preview?.byteSize ?? null}::bigint,
        ${preview?.sha256 ?? null}::text,
        ${preview?.width ?? null}::integer, ${preview?.height ?? null}::integer
      from stored_file where id = ${fileId}
      on conflict (file_id) do nothing
      returning file_id`.execute(worker.tx)
    if (rows.length > 0)
      await publish(worker, { kind: 'document.drawn', documentId: file.document_id })
    return rows.length > 0 || (await isKept(worker, fileId))
  })
  if (!isThere && preview) await files.remove(preview.key)
}

/** The file of a document that needs a preview. For reactions. */
export async function fileWithoutPreview(actor: Actor, documentId: string): Promise<string | null> {
  const file = await undrawn(actor).where('document.id', '=', documentId).executeTakeFirst()
  return file?.id ?? null
}

/** The rest follows at later starts. */
const mostAtOnce = 500

/** Queues missing previews at the start of a worker; concurrent starts are serialised. */
export async function queueMissingPreviews(worker: WorkerActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi previews'))`.execute(worker.tx)
  const waiting = await undrawn(worker)
    .orderBy('document.uploaded_at', 'desc')
    .limit(mostAtOnce)
    .execute()
  const underway = new Set(
    (await unfinishedJobs(worker, 'make-preview')).map(({ fileId }) => fileId),
  )
  for (const { id } of waiting)
    if (!underway.has(id)) await enqueue(worker, 'make-preview', { fileId: id })
}

function undrawn(actor: Actor) {
  return actor.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .leftJoin('file_preview', 'file_preview.file_id', 'stored_file.id')
    .select([
      'stored_file.id',
      'stored_file.storage_key',
      'stored_file.media_type',
      'document.id as document_id',
    ])
    .where('file_preview.file_id', 'is', null)
    .where('stored_file.media_type', 'in', drawableTypes)
}

async function isKept(worker: WorkerActor, fileId: string): Promise<boolean> {
  const found = await worker.tx
    .selectFrom('stored_file')
    .select('id')
    .where('id', '=', fileId)
    .executeTakeFirst()
  return found !== undefined
}
