import { isIP } from 'node:net'

/** The message follows the name of the variable. */
export class WrongValue extends Error {}

export function asPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new WrongValue(`must be a port from 0 to 65535, not "${text}".`)
  return port
}

export function asWhole(least: number, most: number, description: string) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number
    throw new WrongValue(`must be ${description} from ${least} to ${most}, not "${text}".`)
  }
}

export function asHost(text: string): string {
  if (isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)) return text
  throw new WrongValue(
    `must be an address or a host name to listen on, like 127.0.0.1, not "${text}".`,
  )
}

function asUrl(text: string, protocols: string[], example: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  // Without the value: these addresses may contain a password.
  if (!url || !protocols.includes(url.protocol))
    throw new WrongValue(`must be an address like ${example}`)
  return url
}

function asBareOrigin(text: string, example: string): string {
  const url = asUrl(text, ['http:', 'https:'], example)
  const isBare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!isBare) throw new WrongValue(`must be an address like ${example}`)
  return url.origin
}

export function asOrigin(text: string): string {
  return asBareOrigin(text, 'https://invest.example.com, without a path.')
}

export function asStoreAddress(text: string): string {
  return asBareOrigin(
    text,
    'https://s3.eu-central-1.amazonaws.com, without a path, bucket or password.',
  )
}

/** Base address of OTLP/HTTP; `/v1/traces` is added. */
export function asCollector(text: string): string {
  asUrl(text, ['https:', 'http:'], 'http://127.0.0.1:4318')
  return text
}

/** Plain http is for providers on this machine. */
export function asIssuer(text: string): string {
  const url = asUrl(text, ['https:', 'http:'], 'https://accounts.google.com')
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'https:' || isLocal) return text
  throw new WrongValue('must begin with https://')
}

export function asDomain(text: string): string {
  if (/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(text)) return text
  throw new WrongValue(`must be a domain like example.com, in lower case, not "${text}".`)
}

export function asBucket(text: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text)) return text
  throw new WrongValue(
    `must be the name of a bucket, from 3 to 63 of a-z, 0-9, - and ., not "${text}".`,
  )
}

export function asSmtpUrl(text: string): string {
  asUrl(text, ['smtp:', 'smtps:'], 'smtp://user:password@host:587')
  return text
}

export function asSwitch(text: string): boolean {
  if (text === '1') return true
  if (text === '0') return false
  throw new WrongValue(`must be 1 or 0, not "${text}".`)
}

/** At least 32 characters, without those a power cut or terminal leaves. */
export function isSecret(text: string): boolean {
  return text.length >= 32 && !/\p{Cc}/u.test(text)
}

export function asSecret(text: string): string {
  if (!isSecret(text))
    throw new WrongValue('must have at least 32 characters, all of them printable.')
  return text
}

export function asSender(text: string): string {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text
  if (/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address)) return text
  throw new WrongValue(
    `must be a sender like "office@example.com" or "Property Group <office@example.com>", not "${text}".`,
  )
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  )
}

export function asNetworks(text: string): string[] {
  const networks = text.split(/[\s,]+/).filter(Boolean)
  const wrong = networks.find((network) => !isNetwork(network))
  if (wrong)
    throw new WrongValue(
      `must list addresses or networks like 10.0.0.1, 10.0.0.0/8; "${wrong}" is neither.`,
    )
  return networks
}

export function asOneOf<Word extends string>(words: readonly Word[]) {
  return (text: string): Word => {
    const word = words.find((known) => known === text)
    if (!word) throw new WrongValue(`must be one of ${words.join(', ')}, not "${text}".`)
    return word
  }
}
