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
    { what: 'Dashboard, with its eight figures', path: office, budget: dashboardBudget },
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
    { what: 'Palette', path: `${office}/jump?q=hodan`, budget: listBudget },
    { what: 'Audit log, first page', path: `${office}/audit`, budget: listBudget },
    { what: 'Audit log, search', path: `${office}/audit?q=hodan+gitau`, budget: listBudget },
    { what: 'Audit log, filter', path: `${office}/audit?kind=money`, budget: listBudget },
    {
      what: 'Audit log, middle page',
      path: `${office}/audit?page=older-${middleEntry}`,
      budget: listBudget,
    },
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

/** The number of the newest entry of the log, give or take a page: where its first page leads on to older ones. */
async function newestEntry(url: string, cookie: string): Promise<number> {
  const page = await fetch(url, { headers: { cookie } }).then((answer) => answer.text())
  const [, entry] = /page=older-(\d+)/.exec(page) ?? []
  if (!entry) throw new Error(`${url} leads to no older entries`)
  return Number(entry)
}
