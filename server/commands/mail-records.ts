/** The texts of a name's TXT records, each in its parts, as `dns.resolveTxt` has them. */
type ResolveTxt = (name: string) => Promise<string[][]>

/** Names that are never registered (RFC 2606, RFC 6761). */
const reserved = /(^|\.)(test|example|invalid|localhost)$/

/** Codes of DNS for a name, or a type of record, that does not exist. */
const absent = ['ENOTFOUND', 'ENODATA']

export const domainOf = (sender: string) =>
  sender.slice(sender.lastIndexOf('@') + 1).replace(/>.*$/, '')

/**
 * One line each on SPF (RFC 7208), DMARC (RFC 7489) and DKIM (RFC 6376) of a domain: what DNS has,
 * or what is missing and what follows.
 */
export async function describeRecords(domain: string, resolveTxt: ResolveTxt): Promise<string[]> {
  if (reserved.test(domain)) return [`${domain} is reserved for tests, so DNS was not asked.`]
  const [spf, dmarc] = await Promise.all([
    describe(domain, resolveTxt, describeSpf),
    describe(`_dmarc.${domain}`, resolveTxt, describeDmarc),
  ])
  const dkim =
    'look for dkim=pass in the Authentication-Results of the email that arrived; the mail server signs, not this product.'
  return [`SPF of ${domain}: ${spf}`, `DMARC of ${domain}: ${dmarc}`, `DKIM of ${domain}: ${dkim}`]
}

async function describe(
  name: string,
  resolveTxt: ResolveTxt,
  judge: (texts: string[]) => string,
): Promise<string> {
  try {
    return judge((await resolveTxt(name)).map((parts) => parts.join('')))
  } catch (fault) {
    const { code = 'unknown' } = fault as { code?: string }
    return absent.includes(code) ? judge([]) : `could not be looked up (${code}).`
  }
}

function describeSpf(texts: string[]): string {
  const policies = texts.filter((text) => /^v=spf1( |$)/i.test(text))
  const [policy] = policies
  if (policy === undefined)
    return 'missing. Receivers cannot tell your mail server from a forger; many file the email as spam.'
  if (policies.length > 1) return `${policies.length} records; receivers accept only one.`
  if (/(^| )\+?all( |$)/i.test(policy)) return `${policy} (lets every server send in your name)`
  return policy
}

function describeDmarc(texts: string[]): string {
  const policy = texts.find((text) => /^v=DMARC1( |;|$)/i.test(text))
  if (policy === undefined)
    return 'missing. Large providers refuse or hide email of domains without one.'
  if (/;\s*p=none\b/i.test(policy)) return `${policy} (forged email is delivered all the same)`
  return policy
}
