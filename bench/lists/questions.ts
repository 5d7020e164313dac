/** One thing that is asked of the office, and how many ms it may take at the median. */
export type Question = { what: string; path: string; budget: number }

const office = '/admin-dashboard'
const listBudget = 50
const dashboardBudget = 100

/** A list: words that are found in it, two letters with which some begin, a filter, and how many are on a page. */
type List = { name: string; search: string; short?: string; filter?: string; pageSize: number }

const lists: Record<string, List> = {
  investors: {
    name: 'Investors',
    search: 'q=hodan',
    short: 'wa',
    filter: 'status=inactive',
    pageSize: 25,
  },
  projects: { name: 'Projects', search: 'q=baobab', filter: 'status=completed', pageSize: 12 },
  investments: {
    name: 'Investments',
    search: 'q=hodan+gitau',
    short: 'gi',
    filter: 'status=active',
    pageSize: 12,
  },
  documents: {
    name: 'Documents',
    search: 'q=certificate',
    short: 'ce',
    filter: 'type=tax',
    pageSize: 12,
  },
  notifications: {
    name: 'Notifications',
    search: 'q=news',
    short: 'ne',
    filter: 'type=general',
    pageSize: 12,
  },
  inquiries: {
    name: 'Inquiries',
    search: 'q=returns',
    short: 're',
    filter: 'status=new',
    pageSize: 25,
  },
  distributions: { name: 'Distributions', search: 'q=villas', short: 'vi', pageSize: 25 },
  users: { name: 'Users', search: 'q=hodan', short: 'wa', filter: 'status=pending', pageSize: 25 },
  outbox: {
    name: 'Outbox',
    search: 'q=hodan+gitau',
    short: 'gi',
    filter: 'state=failed',
    pageSize: 25,
  },
}

/** Everything that is asked, with the middle page of each list as its own count says, and of the log as its entries do. */
export async function asked(address: string, cookie: string): Promise<Question[]> {
  const middleEntry = Math.ceil((await newestEntry(`${address}${office}/audit`, cookie)) / 2)
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
  for (const [path, { name, search, short, filter, pageSize }] of Object.entries(lists)) {
    const ask = (what: string, query: string) =>
      questions.push({
        what: `${name}, ${what}`,
        path: `${office}/${path}${query && `?${query}`}`,
        budget: listBudget,
      })
    const middle = Math.ceil((await countOf(`${address}${office}/${path}`, cookie)) / pageSize / 2)
    ask('first page', '')
    ask('search', search)
    if (short) ask('two letters', `q=${short}`)
    if (filter) ask('filter', filter)
    ask(`middle page (${middle})`, `page=${middle}`)
  }
  return questions
}

/** The number of the newest entry of the log, give or take a page: where its first page leads on to older ones. */
async function newestEntry(url: string, cookie: string): Promise<number> {
  const page = await fetch(url, { headers: { cookie } }).then((answer) => answer.text())
  const [, entry] = /page=older-(\d+)/.exec(page) ?? []
  if (!entry) throw new Error(`${url} leads to no older entries`)
  return Number(entry)
}

/** The count beside the title of a list. */
async function countOf(url: string, cookie: string): Promise<number> {
  const page = await fetch(url, { headers: { cookie } }).then((answer) => answer.text())
  const words = /<h1[\s\S]*?<\/h1>/.exec(page)?.[0].replace(/<[^>]+>/g, ' ') ?? ''
  const count = /(\d[\d,]*)\+?\s*$/.exec(words.trim())?.[1]
  if (!count) throw new Error(`${url} names no count: ${words}`)
  return Number(count.replaceAll(',', ''))
}
