import type { Company } from '../domain/company/company.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { daysAgo, reportedMonths } from './days.ts'
import type { PaidQuarter } from './distributions.server.ts'
import {
  managementAgreement,
  saleAgreement,
  shareholderAgreement,
} from './document-texts/agreements.ts'
import {
  apartmentSpecification,
  fitOutPlan,
  priceList,
  towersReport,
  villaSpecification,
  villasReport,
} from './document-texts/building.ts'
import type { DocumentText } from './document-texts/document-text.ts'
import { accounts, distributionStatement, taxCertificate } from './document-texts/returns.ts'
import { demoInvestors, type InvestorKey } from './people.ts'
import type { ProjectKey } from './projects.ts'

export type DemoDocument = {
  title: string
  description: string | null
  documentType: 'legal' | 'financial' | 'tax' | 'report' | 'project'
  project: ProjectKey
  /** Null: for everyone with a share of the project. */
  investor: InvestorKey | null
  uploadedOn: CalendarDate
  isArchived?: boolean
  text: DocumentText
}

export type DocumentFacts = {
  company: Company
  today: CalendarDate
  quarters: PaidQuarter[]
  hodanId: string
  villasCompleteOn: CalendarDate
}

/** Documents of all five types, oldest first. */
export function demoDocuments(facts: DocumentFacts): DemoDocument[] {
  return [...agreements(facts), ...financialDocuments(facts), ...buildingDocuments(facts)].toSorted(
    (a, b) => (a.uploadedOn < b.uploadedOn ? -1 : 1),
  )
}

function agreements({ company: { name: company }, today }: DocumentFacts): DemoDocument[] {
  const saleOn = daysAgo(today, 255)
  const shopOn = daysAgo(today, 165)
  const managementOn = daysAgo(today, 550)
  return [
    {
      title: 'Sale agreement, signed',
      description: 'Your copy, signed by both sides.',
      documentType: 'legal',
      project: 'twinTowers',
      investor: 'hodan',
      uploadedOn: addDays(saleOn, 2),
      text: saleAgreement({ company, investor: demoInvestors.hodan.name, signedOn: saleOn }),
    },
    {
      title: 'Shareholder agreement',
      description: null,
      documentType: 'legal',
      project: 'retailClothing',
      investor: null,
      uploadedOn: shopOn,
      text: shareholderAgreement({ company, signedOn: shopOn }),
    },
    {
      title: 'Management agreement',
      description: 'Who lets, insures and repairs the building, and when the rent is paid out.',
      documentType: 'legal',
      project: 'cornerPlaza',
      investor: null,
      uploadedOn: addDays(managementOn, 3),
      text: managementAgreement({ company, signedOn: managementOn }),
    },
  ]
}

function financialDocuments({ quarters, hodanId }: DocumentFacts): DemoDocument[] {
  const hodan = { id: hodanId, name: demoInvestors.hodan.name }
  const fourQuarters = quarters.slice(0, 4)
  const [newest] = quarters
  if (!newest) throw new Error('no quarter was paid out')
  const yearBefore = String(Number(newest.paidOn.slice(0, 4)) - 1)
  const certificate = taxCertificate(yearBefore, quarters, hodan)
  const statement = distributionStatement(newest, hodan)
  const ofCornerPlaza = { project: 'cornerPlaza', uploadedOn: newest.paidOn } as const
  return [
    {
      ...ofCornerPlaza,
      title: certificate.title,
      description: null,
      documentType: 'tax',
      investor: 'hodan',
      text: certificate,
    },
    {
      ...ofCornerPlaza,
      title: statement.title,
      description: null,
      documentType: 'financial',
      investor: 'hodan',
      text: statement,
    },
    {
      ...ofCornerPlaza,
      title: accounts(fourQuarters).title,
      description: 'Income and costs of the whole building.',
      documentType: 'financial',
      investor: null,
      text: accounts(fourQuarters),
    },
  ]
}

function buildingDocuments({ today, villasCompleteOn }: DocumentFacts): DemoDocument[] {
  const [newest, earlier] = reportedMonths(today, 2)
  if (!newest || !earlier) throw new Error('no month was reported on')
  const reports = [
    { project: 'twinTowers', uploadedOn: earlier.reportedOn, text: towersReport(earlier, 1) },
    { project: 'twinTowers', uploadedOn: newest.reportedOn, text: towersReport(newest, 0) },
    { project: 'coastalVillas', uploadedOn: newest.reportedOn, text: villasReport(newest) },
  ] as const
  const plans = [
    { project: 'twinTowers', uploadedOn: daysAgo(today, 400), text: apartmentSpecification() },
    { project: 'retailClothing', uploadedOn: daysAgo(today, 72), text: fitOutPlan() },
    {
      project: 'coastalVillas',
      uploadedOn: daysAgo(today, 425),
      text: villaSpecification(villasCompleteOn),
    },
  ] as const
  const forEverybody = { description: null, investor: null }
  return [
    ...reports.map((report) => ({
      ...forEverybody,
      ...report,
      title: report.text.title,
      documentType: 'report' as const,
    })),
    ...plans.map((plan) => ({
      ...forEverybody,
      ...plan,
      title: plan.text.title,
      documentType: 'project' as const,
    })),
    {
      ...forEverybody,
      title: 'Price list',
      description: 'Replaced when building began.',
      documentType: 'project',
      project: 'coastalVillas',
      uploadedOn: daysAgo(today, 429),
      isArchived: true,
      text: priceList(daysAgo(today, 421)),
    },
  ]
}
