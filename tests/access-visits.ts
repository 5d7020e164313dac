import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { uploadDocument } from '../app/domain/documents/upload-document.server.ts'
import { files } from '../app/platform/files/files.server.ts'
import type { StaffRole } from '../app/values/staff-role.ts'
import { app } from '../server/app.ts'
import type { Who } from './access-matrix.ts'
import {
  addressOf,
  type Met,
  type Parts,
  readAnswer,
  requestOf,
  type Visit,
} from './access-requests.ts'
import { giveEarlierFile, partsOf } from './access-rows.ts'
import { giveOneOfEverything } from './database/one-of-everything.ts'
import { change } from './database.ts'
import { anAdmin, anInvestor, aProject, aStaffMember, as } from './people.ts'
import { cookiesOf } from './visits.ts'

const origin = 'http://127.0.0.1:3000'
const connection = {
  incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
}

/** One investor has one of everything, under names that no one else may read; the other visitors have nothing. */
export const secrets = ['Zainab Farole', 'Quiet Harbour House']

/** Everyone, and the parts of addresses, in the database of the file that asks. */
async function arrange() {
  const people = {
    investor: await anInvestor('Zainab Farole'),
    another: await anInvestor('Ben Otieno'),
    inactive: await anInvestor('Leyla Noor'),
    admin: await anAdmin(),
    held: await anInvestor('Halima Diriye'),
  }
  const pending = await anInvestor('Pending Person', 'pending')
  await giveOneOfEverything(people.investor, 'Quiet Harbour House')

  const { investorId, userId } = people.investor
  const stored = await files.put(Readable.from([Buffer.from('A paper of one investor')]))
  const document = await as(people.admin, (admin) =>
    uploadDocument(
      admin,
      {
        key: randomUUID(),
        title: 'Deed of Quiet Harbour House',
        description: null,
        documentType: 'legal',
        projectId: null,
        sharedTax: false,
        audience: 'investor',
        investorId,
      },
      { ...stored, originalName: 'deed.pdf', mediaType: 'application/pdf' },
    ),
  )
  if ('refused' in document) throw new Error(document.refused)
  const newer = await files.put(
    Readable.from([Buffer.from('What the paper of one investor became')]),
  )
  const drawn = await files.put(
    Readable.from([Buffer.from('A picture of a paper of one investor')]),
  )
  await giveEarlierFile(change, document.documentId, newer, drawn)
  const pendingId = pending.investorId
  const whose = {
    investorId,
    userId,
    pendingId,
    documentId: document.documentId,
    projectId: await aProject(),
  }
  const parts = await partsOf(change, whose, stored.key)
  return { people, parts }
}

let parts: Parts = {}

/** Everyone is made and signs in while they still can; then each becomes who they are. Once in each file, before any visit. */
export async function comeIn(): Promise<Record<Who, string | null>> {
  const { people, parts: ofPeople } = await arrange()
  parts = ofPeople
  const [investor, another, inactive, admin, held] = await Promise.all([
    cookiesOf(people.investor),
    cookiesOf(people.another),
    cookiesOf(people.inactive),
    cookiesOf(people.admin),
    cookiesOf(people.held),
  ])
  await change(`update auth."user" set status = 'inactive' where id = $1`, [people.inactive.userId])
  await change('update auth."user" set must_change_password = true where id = $1', [
    people.held.userId,
  ])
  return { guest: null, investor, another, inactive, admin, viewing: admin, held }
}

/** Cookies of a member of staff with these roles. */
export async function cookiesOfStaff(...roles: StaffRole[]): Promise<string> {
  return cookiesOf(await aStaffMember(roles))
}

/** The answer to a request of one's own, whose address is made of the same parts. */
export async function answerTo(
  requestFor: (parts: Parts) => Promise<{ path: string; init: RequestInit }>,
): Promise<Response> {
  const { path, init } = await requestFor(parts)
  return app.request(new URL(path, origin), init, connection)
}

/** The path and the status that a member of staff meets. */
export async function staffVisit(request: Omit<Visit, 'who'>) {
  const { url, init } = requestOf({ ...request, who: 'admin' }, parts, origin)
  const answered = await app.request(url, init, connection)
  const isStream = answered.headers.get('Content-Type') === 'text/event-stream'
  if (isStream) await answered.body?.cancel()
  const path = addressOf(request.pattern, parts)
  return { path, status: answered.status, body: isStream ? '' : await answered.text() }
}

export async function visit(request: Visit): Promise<Met> {
  const { url, init } = requestOf(request, parts, origin)
  return readAnswer(await app.request(url, init, connection), request.act !== undefined)
}
