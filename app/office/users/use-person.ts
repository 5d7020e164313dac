import { type KeyboardEvent, useState } from 'react'
import { folded } from '../../values/folded.ts'
import type { Choice } from '../parts/choice.ts'
import { useChoices } from '../parts/use-choices.ts'

type Start = {
  first: Choice[]
  person: Choice | null
  /** What was sent before, when it was refused. */
  posted: string | undefined
  onValueChange: ((typed: string) => void) | undefined
}

/** What a "User ID" field does while somebody types: searches, chooses, and finds out who is meant. */
export function usePerson({ first, person, posted, onValueChange }: Start) {
  const [text, setText] = useState(posted ?? person?.id ?? '')
  const [picked, setPicked] = useState(person)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { choices, more, searching, find } = useChoices('account', first, text)
  const meant = picked?.id === text ? picked : meantBy(choices, text)

  const write = (words: string) => {
    setText(words)
    onValueChange?.(words)
  }
  const type = (words: string) => {
    write(words)
    setActive(0)
    setOpen(true)
    find(words)
  }
  const choose = (choice: Choice) => {
    write(choice.id)
    setPicked(choice)
    setOpen(false)
  }
  const leave = () => setOpen(false)
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const current = open ? choices[active] : undefined
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive((active + step + choices.length) % Math.max(choices.length, 1))
      setOpen(true)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && current && !meant) {
      // Who is typed out in full is meant already: Enter then sends the form.
      event.preventDefault()
      choose(current)
    }
  }
  return { text, meant, open, active, choices, more, searching, type, choose, leave, onKey }
}

/** Who was typed out in full, by id, name or e-mail: the one it can be, or nobody. */
function meantBy(choices: Choice[], typed: string): Choice | null {
  const words = folded(typed).trim()
  const exact = choices.filter(({ id, name, detail }) =>
    [id, folded(name), folded(detail)].includes(words),
  )
  return exact.length === 1 ? (exact[0] ?? null) : null
}
