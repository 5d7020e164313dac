import type { Sent } from '../load.ts'
import type { Release } from './install.ts'

/** Sent to the process of another product: where it is installed, and the database that it answers from. */
export type ProductStart = { folder: string; databaseUrl: string }

/** The ids of a page in their order, and how many there are on all pages if that was asked. */
export type Page = { ids: string[]; total: number | undefined }

/** Another product with the same list: how to start it, request a page and parse the answer, and what it leaves out. */
export type ComparedProduct = Release & {
  label: string
  /** Of what the product does for this list. */
  leavesOut: string
  script: URL
  startWith: object
  /** Of its environment. */
  settings: Record<string, string>
  request: (withTotal: boolean) => Sent
  parsePage: (answer: string) => Page
}

const pageSize = 12

type GraphQl = Record<
  'data',
  { allInvestments: { nodes: { rowId: string }[]; totalCount?: number } }
>
type Rest = { results: { objectId: string }[]; count?: number }

const columns = `rowId amountCents receivedCents status investedOn nextPaymentOn archivedAt
  investorByInvestorId { fullName } projectByProjectId { name }`

export const postgraphile: ComparedProduct = {
  name: 'postgraphile',
  version: '5.1.5',
  label: 'PostGraphile',
  leavesOut: 'its rows and count alone; no sign-in, no row policies',
  script: new URL('postgraphile.ts', import.meta.url),
  startWith: {},
  settings: {},
  request: (withTotal) => ({
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `query Investments($first: Int!) {
        allInvestments(first: $first, condition: { archivedAt: null }, orderBy: [INVESTED_ON_DESC, PRIMARY_KEY_DESC]) {
          nodes { ${columns} } ${withTotal ? 'totalCount' : ''}
        }
      }`,
      variables: { first: pageSize },
    }),
  }),
  parsePage: (answer) => {
    const { nodes, totalCount } = (JSON.parse(answer) as GraphQl).data.allInvestments
    return { ids: nodes.map(({ rowId }) => rowId), total: totalCount }
  },
}

const applicationId = 'bench'

export const parseServer: ComparedProduct = {
  name: 'parse-server',
  version: '9.10.0',
  label: 'Parse Server',
  leavesOut: 'its rows and count alone; no sign-in, everybody may read',
  script: new URL('parse-server.ts', import.meta.url),
  startWith: { applicationId },
  // What it says while it loads goes by this alone.
  settings: { PARSE_SERVER_LOGS_FOLDER: 'null' },
  request: (withTotal) => {
    const query = new URLSearchParams({
      where: JSON.stringify({ archivedAt: null }),
      order: '-investedOn,-objectId',
      limit: `${pageSize}`,
      include: 'investor,project',
      ...(withTotal ? { count: '1' } : {}),
    })
    return {
      path: `/classes/Investment?${query}`,
      headers: { 'x-parse-application-id': applicationId },
    }
  },
  parsePage: (answer) => {
    const { results, count } = JSON.parse(answer) as Rest
    return { ids: results.map(({ objectId }) => objectId), total: count }
  },
}
