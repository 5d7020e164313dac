import { describe, expect, test } from 'vitest'
import {
  home,
  ledAway,
  list,
  type Network,
  offline,
  opened,
  receipt,
  request,
  says,
  seen,
  silent,
  text,
  world,
} from '../../../tests/offline-worker.ts'
import {
  dropCopy,
  findCopy,
  keepPage,
  keptAddresses,
  oweLogout,
  owesLogout,
} from '../../ui/kept-copies.ts'
import { answerTo, finishLogout } from './answer.ts'

describe('a page of the portal', () => {
  test('comes from the network as long as it answers, whatever is kept', async () => {
    const { around } = await world(says('what is true now'), { patient: true })
    expect(await text(answerTo(opened(home), around))).toBe('what is true now')
  })

  test('comes from its copy without a connection, and where nothing is answered for eight seconds', async () => {
    const without = await world(offline, { patient: true })
    expect(await text(answerTo(opened(home), without.around))).toBe(`copy of ${home}`)
    const { around, waited } = await world(silent)
    expect(await text(answerTo(opened(list), around))).toBe(`copy of ${list}`)
    expect(waited).toEqual([8000])
    // A page that had no answer has waited already.
    const known = await world(silent, { isSilent: true })
    expect(await text(answerTo(opened(list), known.around))).toBe(`copy of ${list}`)
    expect(known.waited).toEqual([0])
  })

  test('that was never seen says so, with the way back to what is kept', async () => {
    const { around } = await world(offline)
    const answer = await answerTo(opened(`${home}/documents`), around)
    expect(answer?.status).toBe(503)
    const words = await answer?.text()
    expect(words).toContain('no copy of it is kept on this device')
    expect(words).toContain(`href="${home}"`)
    expect(words).not.toContain('copy of /')
  })

  test('waits as long as it takes where there is no copy to read instead', async () => {
    const { around, waited } = await world(says('came at last'))
    expect(await text(answerTo(opened(`${home}/documents`), around))).toBe('came at last')
    expect(waited).toEqual([])
  })

  test('that leads to the sign-in removes every copy: the session has ended, or is somebody else’s', async () => {
    const { around, storage } = await world(ledAway)
    await answerTo(opened(home), around)
    expect(await storage.keys()).toEqual([])
  })

  test('that is not there any more takes its copy with it, and no other', async () => {
    const { around, storage } = await world(says('', { status: 404 }))
    await keepPage(storage, {
      account: 'anna',
      address: receipt,
      at: seen,
      files: [],
      headers: {},
      body: 'a receipt',
    })
    await answerTo(opened(receipt), around)
    expect(await keptAddresses(storage, seen)).toEqual([home, list])
  })

  test('that every investor has, and this account does not find, removes every copy: an administrator is signed in', async () => {
    const { around, storage } = await world(says('', { status: 404 }))
    await answerTo(request(`${list}.data`), around)
    expect(await storage.keys()).toEqual([])
  })

  test('is not said to be there once what is kept is too old', async () => {
    const { around, storage } = await world(offline)
    const later = { ...around, now: () => seen + 8 * 24 * 60 * 60_000 }
    expect(await text(answerTo(opened(`${home}/documents`), later))).toContain(
      'Nothing is kept on this device',
    )
    expect(await storage.keys()).toEqual([])
  })

  test('leads to what is kept also where that is not the dashboard', async () => {
    const { around, storage } = await world(offline)
    await dropCopy(storage, home)
    expect(await text(answerTo(opened(home), around))).toContain(`href="${list}"`)
  })
})

describe('what is none of the worker’s business', () => {
  test.each([
    ['view mode', opened(`${home}?investorId=5b7c`)],
    ['the data of view mode', request(`${list}.data?investorId=5b7c`)],
    ['the back office', opened('/admin-dashboard')],
    ['a page for everybody', opened('/login')],
    ['an address that only begins like the portal', opened('/investment-dashboards')],
    [
      'the stream of changes',
      request(`${home}/live`, { headers: { accept: 'text/event-stream' } }),
    ],
    ['a form sent by script', request(`${home}.data?index`, { method: 'POST' })],
    ['the data of a page that is never kept', request(`${home}/settings.data`)],
  ])('%s', async (_, asked) => {
    const { around } = await world(offline)
    expect(answerTo(asked, around)).toBeNull()
  })
})

describe('what a page asks for by script', () => {
  test('and gets none, it says itself: it may be a refresh, or of a screen that nobody wants any more', async () => {
    const { around, waited } = await world(offline)
    expect((await answerTo(request(`${list}.data`), around))?.type).toBe('error')
    expect(waited).toEqual([])
  })

  test('removes every copy when it is led to the sign-in', async () => {
    const { around, storage } = await world(says('', { status: 202 }))
    await answerTo(request(`${home}.data`), around)
    expect(await storage.keys()).toEqual([])
  })
})

describe('the PDF of a receipt', () => {
  const paper = (account: string): Network =>
    says('%PDF', {
      headers: {
        'Content-Type': 'application/pdf',
        'Set-Cookie': 'x=y',
        ...(account && { 'Kept-For': account }),
      },
    })

  test('that was opened can be opened again, without its ticket', async () => {
    const { around, storage, settled } = await world(paper('anna'))
    await answerTo(opened(`${receipt}/pdf?ticket=17`), around)
    await settled()
    const again = await answerTo(opened(`${receipt}/pdf`), { ...around, fetch: () => offline('') })
    expect(await again?.text()).toBe('%PDF')
    expect(again?.headers.get('Set-Cookie')).toBeNull()
    expect(await keptAddresses(storage, seen)).toContain(`${receipt}/pdf`)
  })

  test('is not kept for whoever only looks on', async () => {
    const { around, storage, settled } = await world(paper(''))
    await answerTo(opened(`${receipt}/pdf`), around)
    await settled()
    expect(await findCopy(storage, `${receipt}/pdf`, seen)).toBeNull()
  })

  test('and that of a statement too', async () => {
    const { around, storage, settled } = await world(paper('anna'))
    await answerTo(opened(`${home}/statements/7a/pdf`), around)
    await settled()
    expect(await keptAddresses(storage, seen)).toContain(`${home}/statements/7a/pdf`)
  })

  test('of another account removes what the former one kept', async () => {
    const { around, storage, settled } = await world(paper('ben'))
    await answerTo(opened(`${receipt}/pdf`), around)
    await settled()
    expect(await keptAddresses(storage, seen)).toEqual([`${receipt}/pdf`])
  })
})

describe('a form without a connection', () => {
  const send = (address: string) => request(address, { method: 'POST', mode: 'navigate' })

  test('says that nothing was sent', async () => {
    const { around } = await world(offline)
    expect(await text(answerTo(send(`${home}?index`), around))).toContain('Nothing was sent')
  })

  test('logging out from a copy removes everything, and says when the session ends', async () => {
    const { around, storage, woken } = await world(offline)
    const words = await text(answerTo(send(`${home}/offline/logout`), around))
    expect(words).toContain('your session ends as soon as it is back')
    expect(words).toContain("location.replace('/investment-dashboard/offline/logout')")
    expect(await keptAddresses(storage, seen)).toEqual([])
    expect(await owesLogout(storage)).toBe(true)
    expect(woken).toEqual(['logout', 'tabs'])
  })

  test('logging out from a copy ends the session where the server can be asked', async () => {
    const { around, storage, asked } = await world(ledAway)
    const answer = await answerTo(send(`${home}/offline/logout`), around)
    expect(answer?.headers.get('Location')).toBe('/login')
    expect(asked).toEqual(['/logout?from=sidebar'])
    expect(await storage.keys()).toEqual([])
  })
})

describe('a logout that is owed', () => {
  const owing = async (network: Network) => {
    const made = await world(network)
    await oweLogout(made.storage)
    return made
  }

  test('comes before any page, which is not shown', async () => {
    const { around, storage, asked } = await owing(ledAway)
    const answer = await answerTo(opened(list), around)
    expect(answer?.headers.get('Location')).toBe('/login')
    expect(asked).toEqual(['/logout?from=sidebar'])
    expect(await storage.keys()).toEqual([])
  })

  test('leads who waits for it to the sign-in, also where the browser has finished it meanwhile', async () => {
    const { around, asked } = await owing(ledAway)
    for (const _ of [1, 2]) {
      const answer = await answerTo(opened(`${home}/offline/logout`), around)
      expect(answer?.headers.get('Location')).toBe('/login')
    }
    expect(asked).toEqual(['/logout?from=sidebar'])
    const without = await owing(offline)
    expect(await text(answerTo(opened(`${home}/offline/logout`), without.around))).toContain(
      'Removed from this device',
    )
  })

  test('stays owed without a connection, and no copy is shown', async () => {
    const { around, storage } = await owing(offline)
    expect(await text(answerTo(opened(list), around))).toContain('Removed from this device')
    expect(await owesLogout(storage)).toBe(true)
  })

  test('comes before what a page that still runs reads', async () => {
    const { around, asked } = await owing(ledAway)
    await answerTo(request(`${list}.data`), around)
    expect(asked).toEqual(['/logout?from=sidebar', `${list}.data`])
  })

  test('is finished by the browser when it has a connection, and not before', async () => {
    const { around, storage } = await owing(offline)
    expect(await finishLogout(around)).toBe(false)
    expect(await owesLogout(storage)).toBe(true)
    expect(await finishLogout({ ...around, fetch: () => ledAway('') })).toBe(true)
    expect(await owesLogout(storage)).toBe(false)
  })

  test('is over when somebody signs in again', async () => {
    const { around, storage } = await owing(offline)
    await keepPage(storage, {
      account: 'ben',
      address: home,
      at: seen,
      files: [],
      headers: {},
      body: 'of Ben',
    })
    expect(await owesLogout(storage)).toBe(false)
    expect(await text(answerTo(opened(home), around))).toBe('of Ben')
  })
})
