const amounts = /(\$[\d,.]*\d)/

/** The company's price text with large amounts: `from $35,000 USD`. */
export function PriceWords({ text }: { text: string }) {
  const words = text.split(amounts)
  if (words.length === 1) return <p className="price-words price-words--plain">{text}</p>
  // Odd indexes are the matches of the pattern.
  return (
    <p className="price-words num">
      {words.map((part, place) => (place % 2 ? large(part, place) : part))}
    </p>
  )
}

function large(amount: string, place: number) {
  return <b key={place}>{amount}</b>
}
