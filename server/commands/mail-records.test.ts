import { expect, test } from 'vitest'
import { describeRecords, domainOf } from './mail-records.ts'

const answering = (zone: Record<string, string[][] | string>) => async (name: string) => {
  const answer = zone[name] ?? 'ENOTFOUND'
  if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
  return answer
}
const lines = async (spf: string[][] | string, dmarc: string[][] | string) =>
  (
    await describeRecords(
      'example.com',
      answering({ 'example.com': spf, '_dmarc.example.com': dmarc }),
    )
  ).slice(0, 2)

test.each([
  ['office@example.com', 'example.com'],
  ['The Office <office@mail.example.com>', 'mail.example.com'],
  ['"at@home" <office@example.com>', 'example.com'],
])('the domain of %s is %s', (sender, domain) => expect(domainOf(sender)).toBe(domain))

test.each(['msingi.test', 'localhost', 'a.b.invalid'])(
  'OPS-220 DNS is not asked for %s, which no one can register',
  async (domain) => {
    expect(await describeRecords(domain, () => Promise.reject(new Error('asked')))).toEqual([
      `${domain} is reserved for tests, so DNS was not asked.`,
    ])
  },
)

test('OPS-220 what DNS says of a sender is shown, also when a record comes in parts', async () => {
  expect(
    await lines(
      [['google-site-verification=1'], ['v=spf1 include:_spf.example.net ', '-all']],
      [['v=DMARC1; p=reject; rua=mailto:a@example.com']],
    ),
  ).toEqual([
    'SPF of example.com: v=spf1 include:_spf.example.net -all',
    'DMARC of example.com: v=DMARC1; p=reject; rua=mailto:a@example.com',
  ])
})

test.each([
  ['ENOTFOUND', 'missing. Receivers cannot tell'],
  ['ENODATA', 'missing. Receivers cannot tell'],
  [[['v=spf10 -all']], 'missing. Receivers cannot tell'],
  [[['v=spf1 -all'], ['v=spf1 mx -all']], '2 records; receivers accept only one.'],
  [[['v=spf1 mx +all']], 'v=spf1 mx +all (lets every server send in your name)'],
  [[['v=spf1 mx all']], 'v=spf1 mx all (lets every server send in your name)'],
  ['ETIMEOUT', 'could not be looked up (ETIMEOUT).'],
])('OPS-220 SPF %j is explained', async (texts, words) => {
  expect((await lines(texts, 'ENOTFOUND'))[0]).toContain(`SPF of example.com: ${words}`)
})

test.each([
  ['ENOTFOUND', 'missing. Large providers'],
  [[['v=DMARC12; p=reject']], 'missing. Large providers'],
  [[['v=DMARC1;p=none']], 'v=DMARC1;p=none (forged email is delivered all the same)'],
  ['ESERVFAIL', 'could not be looked up (ESERVFAIL).'],
])('OPS-220 DMARC %j is explained', async (texts, words) => {
  expect((await lines('ENOTFOUND', texts))[1]).toContain(`DMARC of example.com: ${words}`)
})
