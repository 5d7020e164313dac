import type pg from 'pg'
import { listQuestions } from '../lists/questions.ts'
import { ownInvestment } from '../own-investment.ts'
import { scaled } from '../scale.ts'
import { type Payable, payables, paymentForm } from '../server/payments.ts'
import { administrator, signIn, someInvestor } from '../sign-in.ts'

/** One request whose statements are explained: as whom, and the form that is sent if it is one. */
export type Screen = {
  what: string
  path: string
  cookie: string
  form?: { body: string; headers: HeadersInit }
}

/** One of each kind that has a page. */
export type Examples = Payable & {
  slug: string
  documentId: string
  distributionId: string
  inquiryId: string
  mailId: string
}

/** An investment that can be paid on, its parties, and the latest of everything else. */
export async function findExamples(client: pg.Client): Promise<Examples> {
  const [payable] = await payables(client, 1)
  const { rows } = await client.query<Omit<Examples, keyof Payable>>(
    `select (select slug from app.project where published and archived_at is null order by id limit 1) as slug,
       (select id from app.document where status = 'active' order by uploaded_at desc limit 1) as "documentId",
       (select id from app.distribution order by dated_on desc limit 1) as "distributionId",
       (select id from app.inquiry order by id desc limit 1) as "inquiryId",
       (select id from app.outbox order by created_at desc limit 1) as "mailId"`,
  )
  if (!payable || !rows[0]) throw new Error('the large demo is empty')
  return { ...payable, ...rows[0] }
}

/** Everything that is asked, as someone who may ask it: the lists and single pages of the office, a portal, the public pages. */
export async function screensOf(address: string, examples: Examples): Promise<Screen[]> {
  const office = await signIn(address, administrator)
  const lists = await listQuestions(address, office)
  return [
    ...lists.map(({ what, path }) => ({ what, path, cookie: office })),
    ...inOffice(examples).map(({ what, path }) => ({
      what,
      path: `/admin-dashboard${path}`,
      cookie: office,
    })),
    payment(address, office, examples),
    ...(await inPortal(address)),
    // Its own query, or a page that is kept would be answered without a question.
    ...['/', '/investments', `/investment/${examples.slug}`, '/contact'].map((path) => ({
      what: `Public: ${path}`,
      path: `${path}?explained`,
      cookie: '',
    })),
  ]
}

function inOffice({ investorId, projectId, investmentId, ...ids }: Examples) {
  const project = `/projects/${projectId}`
  return [
    { what: 'Investments, far down', path: `/investments?page=${scaled(1_000, 100)}` },
    { what: 'An investor', path: `/investors/${investorId}` },
    { what: 'An investment', path: `/investments/${investmentId}` },
    { what: 'A project', path: project },
    { what: 'The pictures of a project', path: `${project}/pictures` },
    { what: 'The updates of a project', path: `${project}/updates` },
    { what: 'The investors of a project', path: `${project}/investors` },
    { what: 'A document', path: `/documents/${ids.documentId}` },
    { what: 'A distribution', path: `/distributions/${ids.distributionId}` },
    { what: 'An inquiry', path: `/inquiries/${ids.inquiryId}` },
    { what: 'A mail', path: `/outbox/${ids.mailId}` },
    { what: 'The form of a payment', path: `/investments/${investmentId}/payment` },
  ]
}

function payment(address: string, cookie: string, { investmentId }: Examples): Screen {
  const { path, body = '', headers = {} } = paymentForm(cookie, address, investmentId)
  return { what: 'Recording a payment', path, cookie, form: { body, headers } }
}

async function inPortal(address: string): Promise<Screen[]> {
  const cookie = await signIn(address, someInvestor)
  const portal = '/investment-dashboard'
  const own = await ownInvestment(address, cookie)
  const paths = [
    '',
    '/investments',
    own.slice(portal.length),
    '/projects',
    '/documents',
    '/notifications',
    '/statements',
  ]
  return [...paths, '/settings'].map((path) => ({
    what: `Portal: ${path || 'dashboard'}`,
    path: `${portal}${path}`,
    cookie,
  }))
}
