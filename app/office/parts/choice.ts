import { folded } from '../../values/folded.ts'

/** What a picker offers. */
export type ChoiceOf = 'project' | 'investor' | 'account'

/** One line of a picker; `detail` tells two of the same name apart. */
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

/**
 * What of these matches the words typed, by the rule of the server's search: parts of a name or detail however written, below
 * three characters beginnings. For the moment until the server answers, so that Enter never takes what does not match.
 */
export function narrowed(choices: Choice[], typed: string): Choice[] {
  const words = folded(typed).trim()
  const short = [...words].length < 3
  const matches = (text: string) =>
    short ? folded(text).startsWith(words) : folded(text).includes(words)
  return choices.filter(({ name, detail }) => matches(name) || matches(detail))
}
