import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'

const running = new Set<ChildProcess>()
afterEach(() => {
  for (const program of running) program.kill('SIGKILL')
  running.clear()
})

/** A program: `thing` starts and stops something and says so, after as many milliseconds as it is told. */
const opening = `
  import { setTimeout as sleep } from 'node:timers/promises'
  import { withCleanup, continueUnlessStopping, ignoreFault } from ${JSON.stringify(new URL('with-cleanup.ts', import.meta.url).href)}
  const say = (text) => process.stdout.write(text + '\\n')
  const start = (name, ms) => async () => { say('starting ' + name); await sleep(ms); say('started ' + name); return name }
  const stop = async (name) => { await sleep(20); say('stopped ' + name) }
  const thing = (name, work, ms = 0) => withCleanup(start(name, ms), stop, work)
  const long = () => sleep(20_000)
  /** Goes on when the signal has come: signals alone keep no program running. */
  const signalled = () => Promise.race([long(), new Promise((come) => process.once('SIGTERM', come))])
`

/** Runs it, sends the signal when it has said `at`, and answers what it said, and with what it ended. */
async function run(program: string, at = 'nothing', signals: NodeJS.Signals[] = ['SIGTERM']) {
  const started = spawn(process.execPath, ['--input-type=module', '--eval', opening + program])
  running.add(started)
  let output = ''
  let errors = ''
  started.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  started.stdout.on('data', (chunk: Buffer) => {
    const before = output.includes(at)
    output += chunk
    if (!before && output.includes(at)) for (const signal of signals) started.kill(signal)
  })
  const [code] = (await once(started, 'close')) as [number | null]
  return { code, said: output.trim().split('\n'), told: errors }
}

describe('withCleanup', () => {
  test('stops what it started when the work is done, and when it fails', async () => {
    const done = await run(`say(await thing('one', async () => 'worked')); say('end')`)
    expect(done).toMatchObject({
      code: 0,
      said: ['starting one', 'started one', 'stopped one', 'worked', 'end'],
    })
    const failed = await run(
      `await thing('one', async () => { throw new Error('no room') }); say('end')`,
    )
    expect(failed).toMatchObject({ code: 1, said: ['starting one', 'started one', 'stopped one'] })
    expect(failed.told).toContain('no room')
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    '%s stops everything, the last first, and says so by the code',
    async (signal, code) => {
      const within = `await thing('one', () => thing('two', async () => { say('working'); await long() })); say('end')`
      const ended = await run(within, 'working', [signal])
      expect(ended.code).toBe(code)
      expect(ended.said.slice(4)).toEqual(['working', 'stopped two', 'stopped one'])
    },
  )

  test('what is still starting is waited for and stopped, and its work never begins', async () => {
    const ended = await run(`await thing('one', () => { say('working') }, 400)`, 'starting one')
    expect(ended).toMatchObject({ code: 143, said: ['starting one', 'started one', 'stopped one'] })
  })

  test('what breaks because it is being stopped ends nothing early and is not told', async () => {
    const ended = await run(
      `await thing('one', async () => {
         say('working')
         process.once('SIGTERM', () => { broken.reject(new Error('cut off')); void Promise.reject(new Error('cut off')) })
         const broken = Promise.withResolvers()
         await Promise.all([broken.promise, long(), thing('two', () => broken.promise)])
       })
       say('end')`,
      'working',
    )
    expect(ended.code).toBe(143)
    expect(ended.said.at(-1)).toBe('stopped one')
    expect(ended.told).not.toContain('cut off')
  })

  test('nothing more is started by a program that is stopping, and a second signal changes nothing', async () => {
    const ended = await run(
      `await thing('one', async () => {
         say('working')
         await signalled()
         await thing('two', long)
         await continueUnlessStopping()
         say('went on')
       }, 0)`,
      'working',
      ['SIGTERM', 'SIGINT'],
    )
    expect(ended.said.filter((line) => /two|went on/.test(line))).toEqual([])
    expect(ended.said.at(-1)).toBe('stopped one')
    expect([130, 143]).toContain(ended.code)
  })

  test('a fault that no one waits for stops everything too, unless it is ignored', async () => {
    const broken = `setTimeout(() => { throw Object.assign(new Error('disk'), { code: 'ENOSPC' }) })`
    const ended = await run(`await thing('one', async () => { ${broken}; await long() })`)
    expect(ended).toMatchObject({ code: 1, said: ['starting one', 'started one', 'stopped one'] })
    expect(ended.told).toContain('disk')
    const went = await run(
      `ignoreFault('ENOSPC'); await thing('one', async () => { ${broken}; await sleep(100) }); say('end')`,
    )
    expect(went).toMatchObject({ code: 0 })
    expect(went.said.at(-1)).toBe('end')
  })

  test('one that does not stop keeps no other from it', async () => {
    const refusing = `withCleanup(start('two', 0), async () => { throw new Error('stays') }, async () => { say('working'); await long() })`
    const ended = await run(`await thing('one', () => ${refusing})`, 'working')
    expect(ended).toMatchObject({ code: 143 })
    expect(ended.said.at(-1)).toBe('stopped one')
    expect(ended.told).toContain('stays')
  })
})
