import { describe, expect, test } from 'vitest'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, thrownBy, visitTo } from '../../../tests/visits.ts'
import { action } from '../settings/route.tsx'
import { dataSaverFrom } from './data-saver.ts'

const settings = '/investment-dashboard/settings'
const wishes = (headers: Record<string, string>) => dataSaverFrom(new Headers(headers))

describe('the data saver', () => {
  test('is off until it is chosen, and on where the browser asks for less data', () => {
    expect(wishes({})).toEqual({ isOn: false, isChosen: false })
    expect(wishes({ 'Save-Data': 'on' })).toEqual({ isOn: true, isChosen: false })
    expect(wishes({ cookie: 'sidebar=open; data-saver=on' })).toEqual({
      isOn: true,
      isChosen: true,
    })
  })

  test('follows what was chosen on the device, whatever the browser asks for', () => {
    expect(wishes({ cookie: 'data-saver=off', 'Save-Data': 'on' })).toEqual({
      isOn: false,
      isChosen: true,
    })
    expect(wishes({ cookie: 'data-saver=perhaps', 'Save-Data': 'on' })).toEqual({
      isOn: true,
      isChosen: false,
    })
  })

  test('is kept by the device for a year, by a form of the settings', async () => {
    const cookie = await cookiesOf(await anInvestor())
    const save = async (form: Record<string, string>) => {
      const answer = await action(
        visitTo(settings, { cookie, form: { setting: 'data-saver', ...form } }),
      )
      return answer instanceof Response ? answer.headers.getSetCookie() : []
    }
    expect(await save({ saves: 'on' })).toContain(
      'data-saver=on; Max-Age=31536000; Path=/; SameSite=Lax',
    )
    expect(await save({})).toContain('data-saver=off; Max-Age=31536000; Path=/; SameSite=Lax')
  })

  test('is offered to investors themselves, and taken from no one who looks at their portal', async () => {
    const investor = await anInvestor()
    const admin = await cookiesOf(await anAdmin())
    const viewed = `${settings}?investorId=${investor.investorId}`
    expect(wordsOf((await ask(settings, { cookie: await cookiesOf(investor) })).html)).toContain(
      'Data saver',
    )
    expect(wordsOf((await ask(viewed, { cookie: admin })).html)).not.toContain('Data saver')
    const write = process.stderr.write
    process.stderr.write = () => true
    const thrown = await thrownBy(
      action(visitTo(viewed, { cookie: admin, form: { setting: 'data-saver' } })),
    )
    process.stderr.write = write
    expect(thrown).toMatchObject({ status: 404 })
  })
})
