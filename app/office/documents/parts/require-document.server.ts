import {
  type DocumentInFull,
  findDocument,
} from '../../../domain/documents/document-in-full.server.ts'
import { type AdminWork, notFound } from '../../../platform/session/session.server.ts'
import { isId } from '../../../values/id.ts'

/** Throws a 404 for an unknown id. */
export async function requireDocument(
  admin: Parameters<AdminWork<unknown>>[0],
  documentId: string,
): Promise<DocumentInFull> {
  const document = isId(documentId) ? await findDocument(admin, documentId) : null
  if (!document) throw notFound()
  return document
}
