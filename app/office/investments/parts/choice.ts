/** One line of a picker; `detail` tells two of the same name apart. */
export type Choice = { id: string; name: string; detail: string }

export function projectChoice({ id, name, location }: { id: string; name: string; location: string }): Choice {
  return { id, name, detail: location }
}

export function investorChoice({ id, name, email }: { id: string; name: string; email: string }): Choice {
  return { id, name, detail: email }
}
