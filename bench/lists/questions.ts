/** One thing that is asked of the office, and how many ms it may take at the median. */
export type Question = { what: string; path: string; budget: number }

const office = '/admin-dashboard'
const listBudget = 50
const laterBudget = 100
const lastBudget = 300
const dashboardBudget = 100

/** A list: words that are found in it, two letters with which some begin, and a filter. */
type List = { name: string; search: string; short?: string; filter?: string }

const lists: Record<string, List> = {
  investors: {
    name: 'Investors',
    search: 'q=hodan',
    short: 'wa',
    filter: 'status=inactive',
  },
  projects: { name: 'Projects', search: 'q=baobab', filter: 'status=completed' },
  investments: {
    name: 'Investments',
    search: 'q=hodan+gitau',
    short: 'gi',
    filter: 'status=active',
  },
  documents: {
    name: 'Documents',
    search: 'q=certificate',
    short: 'ce',
    filter: 'type=tax',
  },
  notifications: {
    name: 'Notifications',
    search: 'q=news',
    short: 'ne',
    filter: 'type=general',
  },
  inquiries: {
    name: 'Inquiries',
    search: 'q=returns',
    short: 're',
    filter: 'status=new',
  },
  distributions: { name: 'Distributions', search: 'q=villas', short: 'vi' },
  users: { name: 'Users', search: 'q=hodan', short: 'wa', filter: 'status=pending' },
  outbox: {
    name: 'Outbox',
    search: 'q=hodan+gitau',
    short: 'gi',
    filter: 'state=failed',
  },
}

/** Lists that can be limited to a project. */
const ofProject = ['investments', 'documents', 'notifications', 'distributions']

/** Everything that is asked: of each list its first pages and its last, and of the log the middle, as its entries say. */
export async function listQuestions(address: string, cookie: string): Promise<Question[]> {
  const middleEntry = Math.ceil((await newestEntry(`${address}${office}/audit`, cookie)) / 2)
  const projectId = await newestProject(`${address}${office}/projects`, cookie)
  const questions: Question[] = [
    { what: 'Dashboard, with its figures', path: office, budget: dashboardBudget },
    {
      what: 'Picker of investors',
      path: `${office}/choices?of=investor&q=hodan`,
      budget: listBudget,
    },
    {
      what: 'Picker of projects',
      path: `${office}/choices?of=project&q=villas`,
      budget: listBudget,
    },
    {
      what: 'Picker of accounts',
      path: `${office}/choices?of=account&q=hodan`,
      budget: listBudget,
    },
    { what: 'Receivables by investor', path: `${office}/receivables`, budget: dashboardBudget },
    {
      what: 'Receivables, longest overdue first',
      path: `${office}/receivables?sort=age`,
      budget: dashboardBudget,
    },
    {
      what: 'Receivables, due within 30 days',
      path: `${office}/receivables?due=soon`,
      budget: lastBudget,
    },
    { what: 'Receivables, all open', path: `${office}/receivables?due=open`, budget: lastBudget },
    {
      what: 'Receivables, search',
      path: `${office}/receivables?q=hodan+gitau`,
      budget: dashboardBudget,
    },
    {
      what: 'Receivables, one project',
      path: `${office}/receivables?project=${projectId}`,
      budget: dashboardBudget,
    },
    {
      what: 'Receivables by project',
      path: `${office}/receivables?by=project`,
      budget: dashboardBudget,
    },
    { what: 'Cash forecast', path: `${office}/forecast`, budget: dashboardBudget },
    {
      what: 'Cash forecast, one project',
      path: `${office}/forecast?project=${projectId}`,
      budget: dashboardBudget,
    },
    { what: 'Palette', path: `${office}/jump?q=hodan`, budget: listBudget },
    { what: 'Audit log, first page', path: `${office}/audit`, budget: listBudget },
    { what: 'Audit log, search', path: `${office}/audit?q=hodan+gitau`, budget: listBudget },
    { what: 'Audit log, filter', path: `${office}/audit?kind=money`, budget: listBudget },
    {
      what: 'Audit log, middle page',
      path: `${office}/audit?page=older-${middleEntry}`,
      budget: listBudget,
    },
    ...paymentQuestions,
    ...(await transactionQuestions(`${address}${office}/transactions`, cookie)),
  ]
  for (const [path, { name, search, short, filter }] of Object.entries(lists)) {
    const ask = (label: string, query: string, budget = listBudget) =>
      questions.push({
        what: `${name}, ${label}`,
        path: `${office}/${path}${query && `?${query}`}`,
        budget,
      })
    ask('first page', '')
    ask('search', search)
    if (short) ask('two letters', `q=${short}`)
    if (filter) ask('filter', filter)
    if (path === 'investments') ask('most remaining', 'sort=remaining')
    if (ofProject.includes(path)) ask('one project', `project=${projectId}`)
    ask('page 100', 'page=100')
    ask('page 1,000', 'page=1000', laterBudget)
    ask('last page', 'page=1000000', lastBudget)
  }
  return questions
}

/** The id of a project on the first page. */
async function newestProject(url: string, cookie: string): Promise<string> {
  const page = await fetch(url, { headers: { cookie } }).then((answer) => answer.text())
  const [, id] = /\/projects\/([0-9a-f-]{36})/.exec(page) ?? []
  if (!id) throw new Error(`${url} lists no project`)
  return id
}

/** Without a search or a period the list has this month; its totals are sums of money, of all entries that are found. */
const paymentQuestions: Question[] = Object.entries({
  'this month': '',
  search: 'q=hodan+gitau',
  reference: 'q=lg-123',
  amount: 'q=1,500.00',
  method: 'method=mobile-money',
  month: 'from=2026-03-01&to=2026-03-31',
  year: 'from=2025-01-01&to=2025-12-31',
  all: 'from=&to=',
  'all, last page': 'from=&to=&page=1000000',
}).map(([label, query]) => ({
  what: `Payments, ${label}`,
  path: `${office}/payments${query && `?${query}`}`,
  budget: /^(year|all)/.test(label) ? lastBudget : listBudget,
}))

async function transactionQuestions(url: string, cookie: string): Promise<Question[]> {
  const list = `${office}/transactions`
  const page = await textOf(`${url}?state=matched`, cookie)
  // Those of the large demo, not of the small one in it.
  const accounts = [...page.matchAll(/<option value="(01900000-0011-[0-9a-f-]{22})"/g)].flatMap(
    ([, id]) => id ?? [],
  )
  const [account = ''] = accounts
  const [reference = ''] = /\bM[0-9A-HJKMNP-TV-Z]{6}\b/.exec(page) ?? []
  const [code = ''] = /\b[TU][A-L][1-9A-V]0[0-9A-F]{6}\b/.exec(page) ?? []
  const lists = {
    'first page': '',
    unmatched: 'state=unmatched',
    suggested: 'state=suggested',
    matched: 'state=matched',
    excluded: 'state=excluded',
    automatic: 'state=automatic',
    'an account': `account=${account}`,
    'matched of an account': `state=matched&account=${account}`,
    'whole code': `q=${code}`,
    'part of a code': 'q=tca00',
    payer: 'q=hodan+gitau',
    amount: 'q=1,500.00',
    reference: `q=${reference}`,
    'two letters': 'q=wa',
    'of a payer, suggested': 'state=suggested&q=halima',
    'page 100': 'page=100',
  }
  const reconciliation = (of: string) => `${list}/reconciliation?account=${of}`
  return [
    ...Object.entries(lists).map(([label, query]) => ({
      what: `Transactions, ${label}`,
      path: `${list}${query && `?${query}`}`,
      budget: listBudget,
    })),
    { what: 'Transactions, page 1,000', path: `${list}?page=1000`, budget: laterBudget },
    { what: 'Transactions, last page', path: `${list}?page=1000000`, budget: lastBudget },
    ...accounts.flatMap((of, place) => [
      {
        what: `Reconciliation of account ${place + 1}`,
        path: reconciliation(of),
        budget: laterBudget,
      },
      {
        what: `Reconciliation of account ${place + 1}, an earlier month`,
        path: `${reconciliation(of)}&month=2025-06`,
        budget: lastBudget,
      },
    ]),
    { what: 'Known payers', path: `${list}/payers`, budget: listBudget },
    { what: 'Known payers, search', path: `${list}/payers?q=gitau`, budget: laterBudget },
    { what: 'Statements', path: `${office}/statements`, budget: listBudget },
  ]
}

/** The number of the newest entry of the log, give or take a page: where its first page leads on to older ones. */
async function newestEntry(url: string, cookie: string): Promise<number> {
  const page = await textOf(url, cookie)
  const [, entry] = /page=older-(\d+)/.exec(page) ?? []
  if (!entry) throw new Error(`${url} leads to no older entries`)
  return Number(entry)
}

const textOf = async (url: string, cookie: string) =>
  (await fetch(url, { headers: { cookie } })).text()
