import { expect, test } from 'vitest'
import { asSuperuser } from '../database.ts'
import {
  database,
  findings,
  installSoundly,
  seal,
  tamper,
  verdictOn,
} from '../sound-installation.ts'

installSoundly()

test('DATA-414 an altered row under a seal is named', async () => {
  await tamper(
    "update app.audit_log set actor = 'worker' where id = (select first_id + 2 from app.audit_seal where number = 1)",
  )
  expect(await findings()).toEqual({
    'Audit log': [
      expect.stringMatching(
        /^seal 1 \(rows 1 to \d+\): altered since it was sealed: row 3 \(\w+ \w+\)$/,
      ),
    ],
  })
})

test('DATA-414 of many altered rows five are named, and none where the seal does not know its rows', async () => {
  await tamper(`update app.audit_log set client_address = '10.0.0.1' where id between 1 and 7`)
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(
      /^seal 1 .* row 1 \([^)]+\), 2 \([^)]+\), 3 \([^)]+\), 4 \([^)]+\), 5 \([^)]+\), …$/,
    ),
  ])
  await tamper('update app.audit_seal set row_ids = null, row_hashes = null where number = 1')
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* a row, or the seal, was altered$/),
  ])
})

test('a row that was taken out from under a seal is found', async () => {
  await tamper(
    'delete from app.audit_log where id = (select first_id + 1 from app.audit_seal where number = 1)',
  )
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* taken out since it was sealed: 1 of \d+ rows: row 2$/),
  ])
})

test('DATA-414 rows taken out, altered and put in under one seal are all told', async () => {
  await tamper(`delete from app.audit_log where id in (2, 4);
    update app.audit_log set actor = 'worker' where id in (3, 5)`)
  const altered = 'altered since it was sealed: row 3 \\(\\w+ \\w+\\), 5 \\(\\w+ \\w+\\)'
  const out = 'taken out since it was sealed: 2 of \\d+ rows: row 2, 4'
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(new RegExp(`^seal 1 \\(rows 1 to \\d+\\): ${altered}; ${out}$`)),
  ])
  await tamper('update app.audit_seal set row_ids = null, row_hashes = null where number = 1')
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* taken out since it was sealed: 2 of \d+ rows$/),
  ])
})

test('a row that was taken out at the end of a batch, or of the last one, is found', async () => {
  await tamper(`delete from app.audit_log where id in (
    select max(id) from app.audit_log a join app.audit_seal s on a.id between s.first_id and s.last_id group by s.number)`)
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 1 .* taken out since it was sealed: 1 of \d+ rows: row \d+$/),
    expect.stringMatching(/^seal 2 .* taken out since it was sealed: 1 of \d+ rows: row \d+$/),
  ])
})

test('a row that was put in below a seal is found', async () => {
  await tamper(`delete from app.audit_log where id = 2;
    insert into app.audit_log (id, actor, act, subject) overriding system value values (2, 'command', 'insert', 'project')`)
  expect((await verdictOn('Audit log')).findings).toHaveLength(1)
})

test('a seal that was made again over altered rows does not fit the one after it', async () => {
  await tamper(`update app.audit_log set actor = 'worker' where id = 2;
    update app.audit_seal s set hash = (select b.hash from app.audit_batch(s.number, s.first_id, s.last_id, s.previous_hash) b)
      where number = 1`)
  expect((await verdictOn('Audit log')).findings).toEqual([
    expect.stringMatching(/^seal 2 .* it does not follow on the seal before it$/),
  ])
})

const chain = async () =>
  (
    await asSuperuser(
      (client) => client.query('select number, hash from app.audit_seal order by number'),
      database,
    )
  ).rows as { number: number; hash: string }[]

const sealOnce = () =>
  asSuperuser((client) => client.query('select app.seal_audit_log()'), database)
const last = '(select max(id) from app.audit_log)'
const remade = `update app.audit_seal s set hash =
  (select b.hash from app.audit_batch(s.number, s.first_id, s.last_id, s.previous_hash) b) where number = 2`

test.each([
  [
    'its rows altered',
    `delete from app.audit_seal where number = 2; update app.audit_log set actor = 'worker' where id = ${last}`,
  ],
  [
    'its rows',
    'delete from app.audit_log where id >= (select first_id from app.audit_seal where number = 2); delete from app.audit_seal where number = 2',
  ],
  ['everything', 'delete from app.audit_log; delete from app.audit_seal'],
  [
    'another in its place',
    `update app.audit_log set actor = 'worker' where id = ${last}; ${remade}`,
  ],
])(
  'the last seal that was taken away, and %s, is missed, and none is made in its place',
  async (_, statements) => {
    const [, { hash = '' } = {}] = await chain()
    await tamper(statements)
    const left = await chain()
    expect((await verdictOn('Audit log')).findings).toEqual([
      `the last seal the worker made is not the last one any more: ${hash}`,
    ])
    await expect(sealOnce()).rejects.toThrow(
      `the last seal of the audit log was ${hash}, and is not there any more`,
    )
    expect(await chain()).toEqual(left)
  },
)

test('a mark that was taken away next to seals is missed', async () => {
  await tamper('delete from app.audit_mark')
  expect((await verdictOn('Audit log')).findings).toEqual([
    'what the worker keeps of the last seal is gone',
  ])
})

test('rows that no seal can cover are found', async () => {
  await tamper(`update app.audit_log set at = at - interval '4050 years' where id = 2;
    insert into app.audit_log (id, actor, act, subject) overriding system value values (0, 'command', 'insert', 'project')`)
  expect((await verdictOn('Audit log')).findings).toContain(
    '2 violations: every row of the audit log has a valid number and time (0, 2)',
  )
})

test('the hash of a seal does not come from functions of the database', async () => {
  const { rows } = await asSuperuser(
    (client) => client.query("select pg_get_functiondef('app.audit_row_text'::regproc) as text"),
    database,
  )
  await tamper(`update app.audit_log set actor = 'worker' where id = 2; set local role msingi_owner;
    ${String(rows[0]?.text).replace('r.actor,', "case r.id when 2 then 'command' else r.actor end,")}`)
  expect(await findings()).toEqual({
    'Audit log': [
      expect.stringMatching(/^seal 1 .* altered since it was sealed: row 2 \(\w+ \w+\)$/),
    ],
    Schema: ['function app.audit_row_text(app.audit_log): it was altered'],
  })
})

test('a seal that was noted elsewhere is one of the chain, or the log was made again', async () => {
  const noted = (await chain()).map(({ hash }) => hash)
  for (const hash of noted) expect((await verdictOn('Audit log', hash)).findings).toEqual([])
  // Anyone who owns the server makes the whole chain again, mark and all: only what was noted tells.
  await tamper(
    `delete from app.audit_seal; delete from app.audit_mark; update app.audit_log set actor = 'worker' where id = 2`,
  )
  await seal()
  expect(await findings()).toEqual({})
  const [first = ''] = noted
  expect((await verdictOn('Audit log', first)).findings).toEqual([
    `no seal is ${first}: seals were taken away, or made again over altered rows, or a state of before it was restored`,
  ])
})
