import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { addVerification } from '../app/domain/verification/change-verification.server.ts'
import type { VerificationFacts } from '../app/domain/verification/verification-schema.ts'
import type { AdminActor } from '../app/platform/database/database.server.ts'
import { files } from '../app/platform/files/files.server.ts'
import { as } from './people.ts'

type Admin = Parameters<typeof as>[0]

export const deed: VerificationFacts = {
  kind: 'title-deed',
  title: null,
  reference: 'Nairobi/Block 82/1204',
  issuer: 'Ministry of Lands',
  issuedOn: null,
  expiresOn: null,
  howToCheck: 'Search the parcel at ardhisasa.lands.go.ke.',
  audience: 'public',
}

/** A PDF in the store, as an upload leaves it. */
export async function aStoredPdf(text = 'A deed') {
  const stored = await files.put(Readable.from([Buffer.from(`%PDF-1.4\n${text} ${randomUUID()}`)]))
  return { ...stored, originalName: 'deed.pdf', mediaType: 'application/pdf' }
}

/** Adds an item with a PDF to a project's verification file. */
export async function anItem(
  admin: Admin,
  projectId: string,
  changes: Partial<VerificationFacts> = {},
): Promise<string> {
  const file = await aStoredPdf()
  const input = { key: randomUUID(), ...deed, ...changes }
  const added = await as(admin, (actor: AdminActor) =>
    addVerification(actor, projectId, input, file),
  )
  if ('refused' in added) throw new Error(`no item: ${added.refused}`)
  return added.itemId
}
