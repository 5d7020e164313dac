import { demoCompany } from '../domain/company/demo-company.ts'
import {
  type VerificationItem,
  verificationName,
} from '../domain/verification/verification-item.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { files } from '../platform/files/files.server.ts'
import { addDays, type CalendarDate, formatDay } from '../values/calendar-date.ts'
import { daysAgo, instantOn } from './days.ts'
import { printDocument } from './document-texts/print-document.server.ts'
import { demoProjects, type ProjectKey } from './projects.ts'

type DemoItem = Omit<VerificationItem, 'id' | 'file' | 'issuedOn' | 'reference' | 'issuer'> & {
  project: ProjectKey
  reference: string
  issuer: string
  issuedOn: CalendarDate
  hasFile: boolean
}

const ardhisasa =
  'Create an account at ardhisasa.lands.go.ke, and order a search of the parcel. It names the registered owner.'
const none = { title: null, expiresOn: null, howToCheck: null, hasFile: true }

/** Its county approval expires soon. */
function itemsOfTowers(today: CalendarDate): DemoItem[] {
  return [
    {
      ...none,
      project: 'twinTowers',
      kind: 'title-deed',
      reference: 'Nairobi/Block 91/407',
      issuer: 'Ministry of Lands, Kenya',
      issuedOn: daysAgo(today, 900),
      howToCheck: ardhisasa,
      audience: 'public',
    },
    {
      ...none,
      project: 'twinTowers',
      kind: 'title-search',
      reference: 'S-20418',
      issuer: 'Ministry of Lands, Kenya',
      issuedOn: daysAgo(today, 40),
      howToCheck: ardhisasa,
      audience: 'public',
    },
    {
      ...none,
      project: 'twinTowers',
      kind: 'nca',
      reference: 'NCA/2201/0718',
      issuer: 'National Construction Authority',
      issuedOn: daysAgo(today, 300),
      expiresOn: addDays(today, 65),
      howToCheck: 'Look up the number at nca.go.ke.',
      audience: 'public',
      hasFile: false,
    },
    {
      ...none,
      project: 'twinTowers',
      kind: 'county',
      title: 'building permit',
      reference: 'CPF-AV 118',
      issuer: 'Nairobi City County',
      issuedOn: daysAgo(today, 347),
      expiresOn: addDays(today, 18),
      howToCheck: 'The planning office of the county confirms it by the number.',
      audience: 'public',
    },
    {
      ...none,
      project: 'twinTowers',
      kind: 'valuation',
      reference: 'V-7/26',
      issuer: 'Kamau and Partners, valuers',
      issuedOn: daysAgo(today, 120),
      audience: 'investors',
    },
  ]
}

function itemsOfShops(today: CalendarDate): DemoItem[] {
  return [
    {
      ...none,
      project: 'retailClothing',
      kind: 'title-deed',
      reference: 'HD-2217',
      issuer: 'Land office of Banadir',
      issuedOn: daysAgo(today, 500),
      howToCheck: 'The land office in Mogadishu shows the entry to anyone who names the number.',
      audience: 'public',
    },
    {
      ...none,
      project: 'retailClothing',
      kind: 'insurance',
      title: 'fire and contents',
      reference: 'TK-55021',
      issuer: 'Takaful of Mogadishu',
      issuedOn: daysAgo(today, 200),
      expiresOn: addDays(today, 165),
      audience: 'investors',
      hasFile: false,
    },
  ]
}

function itemsOfVillas(today: CalendarDate): DemoItem[] {
  return [
    {
      ...none,
      project: 'coastalVillas',
      kind: 'title-deed',
      reference: 'LD-0934',
      issuer: 'Land office of Banadir',
      issuedOn: daysAgo(today, 700),
      howToCheck: 'The land office in Mogadishu shows the entry to anyone who names the number.',
      audience: 'public',
    },
    {
      ...none,
      project: 'coastalVillas',
      kind: 'county',
      title: 'building permit of the municipality',
      reference: 'MOG/2025/0611',
      issuer: 'Municipality of Mogadishu',
      issuedOn: daysAgo(today, 440),
      expiresOn: addDays(today, 290),
      howToCheck: 'The permit office of the municipality confirms it by the number.',
      audience: 'public',
    },
  ]
}

/** Adds verification items with a printed copy of most. */
export async function addVerificationItems(
  admin: AdminActor,
  projectIds: Record<ProjectKey, string>,
  today: CalendarDate,
): Promise<void> {
  for (const entry of [...itemsOfTowers(today), ...itemsOfShops(today), ...itemsOfVillas(today)]) {
    const { id: itemId } = await admin.tx
      .insertInto('verification_item')
      .values({
        project_id: projectIds[entry.project],
        kind: entry.kind,
        title: entry.title,
        reference: entry.reference,
        issuer: entry.issuer,
        issued_on: entry.issuedOn,
        expires_on: entry.expiresOn,
        how_to_check: entry.howToCheck,
        audience: entry.audience,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (entry.hasFile) await addFile(admin, itemId, entry)
  }
}

async function addFile(admin: AdminActor, itemId: string, entry: DemoItem) {
  const fileId = await storeCopy(admin, entry)
  await admin.tx
    .insertInto('verification_file')
    .values({ item_id: itemId, number: 1, file_id: fileId })
    .execute()
  await admin.tx
    .updateTable('verification_item')
    .set({ file_id: fileId, file_number: 1 })
    .where('id', '=', itemId)
    .execute()
}

async function storeCopy(admin: AdminActor, entry: DemoItem): Promise<string> {
  const project = demoProjects[entry.project]
  const writtenAt = instantOn(entry.issuedOn, 60)
  const text = {
    title: verificationName(entry),
    subtitle: project.name,
    facts: [
      ['Reference', entry.reference],
      ['Issued by', entry.issuer],
      ['Issued on', formatDay(entry.issuedOn)],
    ] satisfies [string, string][],
    sections: [
      { heading: 'Demo', paragraphs: ['This is an example, not a document of an authority.'] },
    ],
  }
  const { key, byteSize, sha256 } = await files.put(
    await printDocument(text, demoCompany, writtenAt),
  )
  const { id } = await admin.tx
    .insertInto('stored_file')
    .values({
      storage_key: key,
      original_name: `${project.slug}-${entry.kind}.pdf`,
      media_type: 'application/pdf',
      byte_size: byteSize,
      sha256,
      created_at: writtenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
