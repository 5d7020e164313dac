import type { Actor } from './database.server.ts'

/**
 * A question that a page and the frame around it both ask: within one transaction it is asked once, and both get that answer.
 * For what nothing in this transaction changes.
 */
export function askedOnce<A extends Actor, Answer>(question: (actor: A) => Promise<Answer>) {
  const answers = new WeakMap<Actor['tx'], Promise<Answer>>()
  return (actor: A): Promise<Answer> => {
    const known = answers.get(actor.tx)
    if (known) return known
    const answer = question(actor)
    answers.set(actor.tx, answer)
    return answer
  }
}
