import type { OpenInvestment } from '../../domain/investments/suggest-open-investments.server.ts'
import { folded } from '../../values/folded.ts'
import { formatAmount } from '../../values/money.ts'

export type ChoiceOf = 'project' | 'investor' | 'account' | 'investment'

/** `detail` tells options of the same name apart. */
export type Choice = { id: string; name: string; detail: string }

export function projectChoice({
  id,
  name,
  location,
}: {
  id: string
  name: string
  location: string
}): Choice {
  return { id, name, detail: location }
}

export function investorChoice({
  id,
  name,
  email,
}: {
  id: string
  name: string
  email: string
}): Choice {
  return { id, name, detail: email }
}

export function accountChoice({
  id,
  name,
  email,
}: {
  id: string
  name: string
  email: string
}): Choice {
  return { id, name, detail: email }
}

export function investmentChoice(investment: Omit<OpenInvestment, 'email'>): Choice {
  const { id, investor, project, reference, remaining } = investment
  return {
    id,
    name: `${investor}, ${project}`,
    detail: `${reference}, ${formatAmount(remaining, 'when-needed')} remaining`,
  }
}

/**
 * Filters like the server's search: substrings of name or detail, prefixes below three characters.
 * Used until the server answers, so that Enter never selects a mismatch.
 */
export function narrowed(choices: Choice[], typed: string): Choice[] {
  const words = folded(typed).trim()
  const short = [...words].length < 3
  const matches = (text: string) =>
    short ? folded(text).startsWith(words) : folded(text).includes(words)
  return choices.filter(({ name, detail }) => matches(name) || matches(detail))
}
