const amounts = /(\$[\d,.]*\d)/

/** The company's price text with large amounts: `from $35,000 USD`. */
export function PriceWords({ text }: { text: string }) {
  const words = text.split(amounts)
  if (words.length === 1)
    return (
      <p className="pt-6 font-display text-step-3 leading-[1.14] font-normal text-text">{text}</p>
    )
  // Odd indexes are the matches of the pattern.
  return (
    <p className="num pt-6 text-muted">
      {words.map((part, place) => (place % 2 ? large(part, place) : part))}
    </p>
  )
}

function large(amount: string, place: number) {
  return (
    <b
      key={place}
      className="font-display text-[clamp(2.5rem,1.7rem+2vw,3.5rem)] leading-none font-normal tracking-[-0.035em] text-text"
    >
      {amount}
    </b>
  )
}
