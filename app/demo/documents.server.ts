import type { Company } from '../domain/company/company.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { files } from '../platform/files/files.server.ts'
import { instantOn } from './days.ts'
import { printDocument } from './document-texts/print-document.server.ts'
import { type DemoDocument, type DocumentFacts, demoDocuments } from './documents.ts'
import type { DemoPeople } from './people.server.ts'
import { demoProjects, type ProjectKey } from './projects.ts'

/** Prints every document as a PDF and adds it on its day of upload. */
export async function addDocuments(
  admin: AdminActor,
  { adminId, investorIds }: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  facts: DocumentFacts,
): Promise<void> {
  for (const [index, document] of demoDocuments(facts).entries()) {
    const uploadedAt = instantOn(document.uploadedOn, 200 + index)
    const fileId = await storeDocument(admin, document, facts.company, uploadedAt)
    await admin.tx
      .insertInto('document')
      .values({
        title: document.title,
        description: document.description,
        document_type: document.documentType,
        project_id: projectIds[document.project],
        investor_id: document.investor ? investorIds[document.investor] : null,
        file_id: fileId,
        status: document.isArchived ? 'archived' : 'active',
        uploaded_by: adminId,
        uploaded_at: uploadedAt,
      })
      .execute()
  }
}

async function storeDocument(
  admin: AdminActor,
  document: DemoDocument,
  company: Company,
  uploadedAt: Date,
) {
  const { title, project, text } = document
  const { key, byteSize, sha256 } = await files.put(await printDocument(text, company, uploadedAt))
  const { id } = await admin.tx
    .insertInto('stored_file')
    .values({
      storage_key: key,
      original_name: `${demoProjects[project].slug}-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.pdf`,
      media_type: 'application/pdf',
      byte_size: byteSize,
      sha256,
      created_at: uploadedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
