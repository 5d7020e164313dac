/** The path of the page of the first investment that the owner of this cookie is shown. */
export async function ownInvestment(address: string, cookie: string): Promise<string> {
  const list = '/investment-dashboard/investments'
  const page = await fetch(`${address}${list}`, { headers: { cookie } }).then((answer) =>
    answer.text(),
  )
  const [, id] = /investments\/([0-9a-f-]{36})/.exec(page) ?? []
  if (!id) throw new Error(`${list} shows no investment`)
  return `${list}/${id}`
}
