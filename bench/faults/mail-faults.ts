import { setTimeout as sleep } from 'node:timers/promises'
import { scaled } from '../scale.ts'
import type { MailWeather } from './mail-receiver.ts'
import type { Fault } from './stage.ts'

const brokenMs = scaled(12_000, 1_000)

const weathers: [MailWeather, string][] = [
  ['refusing', 'says 421 to everybody'],
  ['hanging', 'takes lines and says nothing'],
  ['cutting', 'hangs up in the middle of each message'],
]

/** A mail server that is broken for twelve seconds. */
export const mailFaults: Fault[] = weathers.map(([weather, does]) => ({
  name: `mail-${weather}`,
  what: `the mail server ${does} for ${brokenMs / 1_000} s`,
  cause: async ({ mail }) => {
    mail.become(weather)
    await sleep(brokenMs)
    mail.become('fine')
    return {}
  },
}))
