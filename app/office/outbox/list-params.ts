import { mailStates, mailTemplates } from '../../domain/outbox/mail.ts'
import { listQuery } from '../../values/list-query.ts'

export function parseListParams(url: URL) {
  const keywordOf = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === url.searchParams.get(name)) ?? null
  return {
    ...listQuery(url),
    state: keywordOf(mailStates, 'state'),
    template: keywordOf(mailTemplates, 'mail'),
  }
}
