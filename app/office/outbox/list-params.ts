import { mailStates, mailTemplates } from '../../domain/outbox/mail.ts'
import { listQuery } from '../../values/list-query.ts'

/** What the address asks of the outbox, the list and its file. */
export function parseListParams(url: URL) {
  const asked = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === url.searchParams.get(name)) ?? null
  return {
    ...listQuery(url),
    state: asked(mailStates, 'state'),
    template: asked(mailTemplates, 'mail'),
  }
}
