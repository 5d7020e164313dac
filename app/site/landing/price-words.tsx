const amounts = /(\$[\d,.]*\d)/

/** A price as the company words it, its amounts large: `from $35,000 USD`. */
export function PriceWords({ text }: { text: string }) {
  const words = text.split(amounts)
  if (words.length === 1) return <p className="price-words price-words--plain">{text}</p>
  // What stands at the odd places is what the expression caught.
  return (
    <p className="price-words num">
      {words.map((part, place) => (place % 2 ? large(part, place) : part))}
    </p>
  )
}

function large(amount: string, place: number) {
  return <b key={place}>{amount}</b>
}
