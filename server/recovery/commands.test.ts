import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { environmentWith } from '../../config/config.ts'
import { startPostgres } from '../postgres/embedded-postgres.ts'
import { databaseFolder, removeDatabase } from '../postgres/postgres-place.ts'
import { runningPid } from '../postgres/postmaster.ts'
import { runTool } from '../program.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Where no one has installed anything. */
const nowhere = () => join(folder, 'nowhere')
const withSettings =
  (settings: Record<string, string>) =>
  (command: string, ...args: string[]) =>
    runTool(`server/${command === 'start' ? '' : 'commands/'}${command}.ts`, args, {
      settings: { DATA_DIR: nowhere(), DATABASE_URL: '', APP_SECRET: '', ...settings },
    })
const run = withSettings({})

test.each(['backup', 'restore'])('%s says how it is used', async (command) => {
  for (const args of [[], ['one.zip', 'two.zip']]) {
    expect(await run(command, ...args)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`npm run ${command} -- /backups/`) as unknown,
    })
  }
})

test.each([
  ['backup', [join(tmpdir(), 'never-written.zip')]],
  ['verify', []],
  ['reset-second-factor', ['anna@example.com']],
])('%s makes no installation where there is none', async (command, args) => {
  const { code, output } = await run(command, ...args)
  expect({ code, output }).toEqual({
    code: 1,
    output: `There is no installation in DATA_DIR ${nowhere()}.`,
  })
  expect(existsSync(nowhere())).toBe(false)
})

test.each([
  ['backup', [join(tmpdir(), 'never-written.zip')]],
  ['verify', []],
  ['restore', [join(tmpdir(), 'never-read.zip')]],
  ['start', []],
])('%s says that no server answers at DATABASE_URL', async (command, args) => {
  const elsewhere = {
    DATA_DIR: join(folder, 'elsewhere'),
    DATABASE_URL: 'postgres://anna:hunter2@127.0.0.1:1/msingi',
    APP_SECRET: 'a'.repeat(40),
    PORT: '0',
  }
  const { code, output } = await withSettings(elsewhere)(command, ...args)
  expect(code).toBe(1)
  expect(output).toContain(
    'DATABASE_URL: PostgreSQL at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED 127.0.0.1:1).',
  )
  expect(output).not.toMatch(/hunter2| {4}at /)
})

const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

test('OPS-357 without the secret key, a right public one or rclone, backups to a place are refused in words', async () => {
  expect(await run('drill')).toEqual({
    code: 1,
    output: `There is no installation in DATA_DIR ${nowhere()}.`,
  })
  const place = { BACKUP_TO: folder, BACKUP_RECIPIENT: recipient }
  const to = (settings: Record<string, string>) => withSettings({ ...place, ...settings })
  for (const args of [[], ['--fast'], ['--identity']]) {
    const { code, output } = await to({})('drill', ...args)
    expect([code, output]).toEqual([1, expect.stringContaining('npm run drill -- --identity FILE')])
  }
  const key = join(folder, 'key.txt')
  await writeFile(key, '# public key: age1\nAGE-SECRET-KEY-1WRONG\n')
  const latest = (path: string) => to({})('restore', 'latest', '--identity', path)
  expect((await latest(key)).output).toContain(`${key} is no identity file of age`)
  expect((await latest(`${key}.txt`)).output).toBe(`There is no file ${key}.txt.`)
  const mistyped = recipient.replace('ql3', 'ql2')
  expect((await to({ BACKUP_RECIPIENT: mistyped })('backup')).output).toContain(
    'is no public key of age; a letter may be missing or wrong.',
  )
  const sftp = {
    BACKUP_TO: 'sftp://anna@127.0.0.1/b',
    BACKUP_SFTP_KEY_FILE: key,
    BACKUP_SFTP_KNOWN_HOSTS: key,
    PATH: folder,
  }
  expect(await to(sftp)('backup', '--list')).toEqual({
    code: 1,
    output: 'BACKUP_TO is an SFTP server, which needs the program rclone: apt-get install rclone',
  })
  expect(existsSync(nowhere())).toBe(false)
})

test.each([
  [['--seal']],
  [['--seal', 'abc']],
  [['--seal', 'a'.repeat(64), 'more']],
  [['--seals', 'a'.repeat(64)]],
])('verify takes one whole seal or says how it is used: %j', async (args) => {
  expect(await run('verify', ...args)).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run verify -- --seal HASH') as unknown,
  })
})

test('a folder is no archive, and a DATA_DIR that cannot be made is named', async () => {
  const { output } = await run('restore', folder)
  expect(output).toContain(`\n${folder} is not a file. Nothing was written.`)
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  for (const [dataDir, why] of [
    [join(file, 'data'), 'ENOTDIR'],
    ['/proc/msingi/data', 'ENOENT'],
  ] as const) {
    const { code, output } = await withSettings({ DATA_DIR: dataDir, PORT: '0' })('start')
    expect(code).toBe(1)
    expect(output).toContain(`DATA_DIR ${dataDir} cannot be used: ${why}: `)
    expect(output).not.toMatch(/ {4}at /)
  }
})

test('an archive that is none is refused before a database is made', async () => {
  const path = join(folder, 'cut.zip')
  await writeFile(path, 'PK and then nothing more')
  const { code, output } = await run('restore', path)
  expect(code).toBe(1)
  expect(output).toContain(`${path} is not a backup, or its end is missing. Nothing was written.`)
  expect(existsSync(nowhere())).toBe(false)
})

test('a pipe is no archive, and no one waits for it', async () => {
  const pipe = join(folder, 'pipe.zip')
  await promisify(execFile)('mkfifo', [pipe])
  const { code, output } = await run('restore', pipe)
  expect(code).toBe(1)
  expect(output).toContain(`\n${pipe} is not a file. Nothing was written.`)
})

test.each([
  ['backup', [join(tmpdir(), 'never-written.zip')]],
  ['verify', []],
  ['replace-secret', []],
  ['reset-second-factor', ['anna@example.com']],
])('%s says in a sentence that DATA_DIR is no folder', async (command, args) => {
  const file = join(folder, 'no-folder')
  await writeFile(file, '')
  const { code, output } = await withSettings({ DATA_DIR: file })(command, ...args)
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^DATA_DIR ${file} cannot be used: ENOTDIR: .*$`))
})

test('an app-secret that is no file is refused in words, and no one waits for it', async () => {
  for (const [name, make] of [
    ['a-folder', (path: string) => mkdir(path)],
    ['a-pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
  ] as const) {
    const dataDir = join(folder, name)
    await mkdir(dataDir)
    await make(join(dataDir, 'app-secret'))
    const { code, output } = await withSettings({ DATA_DIR: dataDir, PORT: '0' })('start')
    expect(code).toBe(1)
    expect(output).toContain(`${join(dataDir, 'app-secret')} is not a file.`)
    expect(output).not.toMatch(/ {4}at /)
  }
})

test('no database is made next to files of one that is lost', async () => {
  const dataDir = join(folder, 'files-alone')
  await mkdir(join(dataDir, 'files/ab'), { recursive: true })
  const archive = join(folder, 'never-read.zip')
  for (const [command, ...args] of [['start'], ['restore', archive]] as const) {
    const { code, output } = await withSettings({ DATA_DIR: dataDir, PORT: '0' })(command, ...args)
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        `DATA_DIR ${dataDir} is incomplete: there are files in ${join(dataDir, 'files')}, but no database.`,
      ),
    })
  }
  expect(await readdir(dataDir)).toEqual(['files'])
})

test('a command makes no database in the place of one that is missing', async () => {
  const dataDir = join(folder, 'without-database')
  await mkdir(dataDir)
  for (const [name, text] of [
    ['app-secret', 'a'.repeat(40)],
    ['postgres-password', 'b'.repeat(40)],
  ] as const) {
    await writeFile(join(dataDir, name), text)
  }
  const { code, output } = await withSettings({ DATA_DIR: dataDir })('verify')
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringContaining(`DATA_DIR ${dataDir} is incomplete: there is no database in `),
  })
  expect((await readdir(dataDir)).sort()).toEqual(['app-secret', 'postgres-password'])
})

test('a command that is told to end stops the database that it started for itself', async () => {
  const dataDir = join(folder, 'told-to-end')
  const { stop } = await startPostgres({ dataDir, log: () => undefined })
  await stop()
  try {
    await writeFile(join(dataDir, 'app-secret'), 'a'.repeat(40))
    const cluster = join(await databaseFolder(dataDir), 'cluster')
    const command = spawn(process.execPath, ['server/commands/verify.ts'], {
      env: environmentWith({ DATA_DIR: dataDir, DATABASE_URL: '', APP_SECRET: '' }),
      stdio: 'ignore',
    })
    await vi.waitFor(async () => expect(await runningPid(cluster)).toBeGreaterThan(1), 10_000)
    command.kill('SIGTERM')
    expect(await once(command, 'close')).toEqual([143, null])
    expect(await runningPid(cluster)).toBeNull()
  } finally {
    await removeDatabase(dataDir)
  }
})
