import { type ImportList, isImportList } from '../../domain/imports/import-list.ts'
import { type Answer, notFound } from '../../platform/session.server.ts'

/** The list an address names; no page and no file for any other word. */
export function demandList(name: string | undefined, answer: Answer = 'page'): ImportList {
  if (!isImportList(name)) throw notFound(answer)
  return name
}
